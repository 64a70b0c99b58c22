import { fingerprint } from '../../base/url/fingerprint.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { openBody } from '../../domain/frontier/body.ts';
import { type FrontierEntry, find } from '../../domain/frontier/list-pages.ts';
import type { HeldReason } from '../../domain/frontier/order.ts';
import { decodeInboxMessage } from '../../domain/inbox/inbox-item.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { defaultYieldSettings } from '../../domain/yield/yield-settings.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { orderOf } from './order-of.ts';
import { segmentReader } from './segment-reader.ts';

/** What the frontier knows of a URL; undefined if the URL was never admitted. */
export async function findPage(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  url: CanonicalUrl,
): Promise<FrontierEntry | undefined> {
  return (await lookUp(ports, job, url)).page;
}

/** What is known of a URL. */
export interface LookUp {
  readonly page?: FrontierEntry | undefined;
  /** Links from host to host that led to the URL's host; 0 for an unknown host. */
  readonly hostHops: number;
  /** Set if the URL is in the inbox of its host, which the next turn takes in: its depth, in links from the nearest seed. */
  readonly inboxDepth?: number | undefined;
  /** Why the URL would be held if it were admitted now; only if settings were given. */
  readonly wouldHold?: HeldReason | undefined;
}

/** Like `findPage`, with what the host knows of the URL. @param settings of the job, needed for `wouldHold` */
export async function lookUp(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  url: CanonicalUrl,
  settings?: JobSettings,
): Promise<LookUp> {
  const key = { job: job.name, host: hostOf(url) };
  const stored = await ports.hosts.body(key);
  const inboxDepth = settings && (await depthInInbox(ports, key, url));
  const body = openBody(stored?.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
  const ofHost = settings && settingsFor(settings, key.host);
  body.order = orderOf(body, ofHost ?? { yield: defaultYieldSettings }, job);
  const wouldHold = ofHost && body.order.holdOf({ url, rank: 0, from: 0, seq: body.arrivals });
  if (!stored) return { hostHops: 0, inboxDepth, wouldHold };
  const read = segmentReader(ports, key);
  const hostHops = body.hostHops ?? 0;
  const page = await find(body, fingerprint(job.fingerprintKey, url), read);
  return page === undefined ? { hostHops, inboxDepth, wouldHold } : { page, hostHops };
}

/** Items of an inbox that are searched. */
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
