import { openBody } from '../../domain/frontier/body.ts';
import { decodeInboxMessage } from '../../domain/frontier/inbox-item.ts';
import { type FrontierEntry, find } from '../../domain/frontier/list-pages.ts';
import { oneSpelling, watchTraps } from '../../domain/frontier/trap-holds.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { emptyAccounts, type TrapAccounts } from '../../domain/traps/accounts.ts';
import { shapeOf } from '../../domain/traps/shape.ts';
import { type Held, heldBy } from '../../domain/traps/verdict.ts';
import { fingerprint } from '../../domain/url/fingerprint.ts';
import { type CanonicalUrl, hostOf } from '../../domain/url/url.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { segmentReader } from './segment-reader.ts';

/** What the frontier knows of one URL; undefined when it has never been admitted. */
export async function findPage(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  url: CanonicalUrl,
): Promise<FrontierEntry | undefined> {
  return (await lookUp(ports, job, url)).page;
}

/** How far a URL has come. */
export interface LookUp {
  readonly page?: FrontierEntry | undefined;
  /** Links from host to host that led to its host; none to one that is not known. */
  readonly hostHops: number;
  /** The URL under which its page is visited, when its own differs from it by an id that says nothing. */
  readonly takenFor?: CanonicalUrl;
  /** It stands in the inbox of its host, which takes it in at its next turn: links from the nearest seed. */
  readonly inboxDepth?: number | undefined;
  /** Why it would be held if it were admitted now; where settings are given. */
  readonly wouldHold?: Held | undefined;
}

/** The same, and what its host knows of it. @param settings the job's, where it matters why a URL is held */
export async function lookUp(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  url: CanonicalUrl,
  settings?: JobSettings,
): Promise<LookUp> {
  const key = { job: job.name, host: hostOf(url) };
  const stored = await ports.hosts.body(key);
  const wouldHold = (traps: TrapAccounts): Held | undefined =>
    settings && heldBy(traps, settingsFor(settings, key.host).traps, shapeOf(url));
  const inboxDepth = settings && (await depthInInbox(ports, key, url));
  if (!stored) return { hostHops: 0, inboxDepth, wouldHold: wouldHold(emptyAccounts()) };
  const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
  if (settings !== undefined) watchTraps(body, settingsFor(settings, key.host).traps);
  const read = segmentReader(ports, key);
  const hostHops = body.hostHops ?? 0;
  const page = await find(body, fingerprint(job.fingerprintKey, url), read);
  const other = oneSpelling(body, url);
  if (page !== undefined) return { page, hostHops };
  if (other === url) return { hostHops, inboxDepth, wouldHold: wouldHold(body.traps) };
  return { page: await find(body, fingerprint(job.fingerprintKey, other), read), hostHops, takenFor: other };
}

/** Items of an inbox that are looked at. */
const maxItems = 50;

async function depthInInbox(
  ports: Pick<Ports, 'hosts'>,
  key: HostKey,
  url: CanonicalUrl,
): Promise<number | undefined> {
  const depths = (await ports.hosts.inbox(key, maxItems)).flatMap(({ bytes }) =>
    decodeInboxMessage(bytes)
      .candidates.filter((candidate) => candidate.url === url)
      .map(({ depth }) => depth),
  );
  return depths.length === 0 ? undefined : Math.min(...depths);
}
