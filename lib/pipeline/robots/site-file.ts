import type { FetchResult } from '../../base/fetch/fetch-result.ts';
import { redirectTarget } from '../../base/fetch/status-outcome.ts';
import { authorityOf, type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { endlessRedirects, entryOf, type RobotsEntry, storedUnder } from '../../rules/robots.ts';
import { leaseGates, releaseGates } from '../politeness/gate-lease.ts';
import { type HostSession, openHostSession, type PutOff } from '../politeness/host-session.ts';
import type { TurnLimits } from '../politeness/turn-limits.ts';
import { isFresh, knownGapMs, storedRobots } from './stored-robots.ts';

/** RFC 9309 §2.3.1.2: at least five consecutive redirects are followed. */
const maxRedirects = 5;

/** One byte more than is parsed, so that a longer file is cut between two lines. */
const bodyLimit = { maxBytes: 500 * 1_024 + 1, overMaxBytes: 'truncate' } as const;

/** A leased gate is looked at again after this time: most turns end long before their leases. */
const lookAgainMs = 5_000;

/** Our own settings refuse the host (`address-refused`): this says nothing about the file, and is not stored. */
export interface OwnRefusal {
  readonly kind: 'refused';
  readonly detail: string;
}

export type SiteFilePorts = Pick<Ports, 'robots' | 'gates' | 'clock' | 'fetcher' | 'entropy' | 'reader'>;

/** A host session that asks for files of a site, for a job. */
export interface SiteFileAsker {
  readonly ports: SiteFilePorts;
  readonly settings: JobSettings;
  readonly session: HostSession;
  readonly limits: TurnLimits;
  /** Is handed each answer on the way to a file. */
  readonly keep?: (url: CanonicalUrl, result: WebResponse) => Promise<void>;
}

type WebResponse = Extract<FetchResult, { kind: 'response' }>;

/** A file in which a site says what crawlers may do. */
export interface SiteFileName {
  /** Scheme and authority. */
  readonly authority: string;
  readonly path: string;
}

/**
 * Fetches robots.txt, or a similar file, and stores the result: in the session of its host, and after a redirect to another
 * host under that host's gate.
 * @param known the stored entry of the file
 */
export async function fetchSiteFile(
  asker: SiteFileAsker,
  file: SiteFileName,
  known: RobotsEntry | undefined,
): Promise<RobotsEntry | PutOff | OwnRefusal> {
  const fetched = await follow(asker, file, known);
  if (fetched.kind !== 'put-off' && fetched.kind !== 'refused')
    await asker.ports.robots.putRobots(storedUnder(file), fetched);
  return fetched;
}

async function follow(
  asker: SiteFileAsker,
  { authority, path }: SiteFileName,
  known: RobotsEntry | undefined,
): Promise<RobotsEntry | PutOff | OwnRefusal> {
  const { ports, settings, session } = asker;
  let url = `${authority}${path}` as CanonicalUrl;
  const home = hostOf(url);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const elsewhere = hostOf(url) !== home;
    const shared = elsewhere ? await storedAt(ports, url, path) : undefined;
    if (shared) return shared;
    const result = elsewhere ? await requestElsewhere(asker, url) : await session.request(url, bodyLimit);
    if (result.kind === 'put-off') return result;
    // Its own host was not asked: once our settings allow it, there is nothing to wait for.
    if (!elsewhere && result.kind === 'error' && result.reason === 'address-refused')
      return { kind: 'refused', detail: result.detail };
    if (result.kind === 'response') await asker.keep?.(url, result);
    const target = result.kind === 'error' ? undefined : redirectTarget(result, url);
    if (target === undefined) return entryOf(result, known, settings, ports.clock.now());
    url = target;
  }
  return endlessRedirects(settings.robots, ports.clock.now());
}

/**
 * `example.org/robots.txt` often redirects to that of `www.example.org`, which is often stored already; fetching it again
 * would have to wait for that host's gate.
 */
async function storedAt(
  ports: Pick<SiteFilePorts, 'robots' | 'clock'>,
  url: CanonicalUrl,
  path: string,
): Promise<RobotsEntry | undefined> {
  const authority = authorityOf(url);
  if (url !== `${authority}${path}`) return undefined;
  const entry = await ports.robots.robots(storedUnder({ authority, path }));
  return entry && entry.kind !== 'unreachable' && isFresh(entry, ports.clock.now()) ? entry : undefined;
}

/** Follows a redirect to another host under that host's gate, or puts the file off until the gate opens. */
async function requestElsewhere(
  { ports, settings: job, session: home, limits }: SiteFileAsker,
  url: CanonicalUrl,
): Promise<FetchResult | PutOff> {
  const refusal = home.permit(url);
  if (refusal !== undefined) {
    const detail = `it leads to ${url}, and ${refusal}`;
    return { kind: 'error', reason: 'address-refused', detail, elapsedMs: 0 };
  }
  const host = hostOf(url);
  const settings = settingsFor(job, host);
  const gap = knownGapMs(ports, settings, await storedRobots(ports, host));
  const claimedAt = ports.clock.monotonic();
  const claimed = await leaseGates(ports, host, settings, {
    ...{ ticket: limits.ticket, leaseMs: limits.timing.leaseMs, gapMs: gap },
    leased: limits.leased,
  });
  if ('closed' in claimed) {
    const { owner: holder, notBefore } = claimed.closed;
    const soon = ports.clock.now() + lookAgainMs;
    return { kind: 'put-off', until: holder === undefined ? notBefore : Math.min(notBefore, soon) };
  }
  const session = openHostSession(ports, settings, {
    startBefore: limits.startBefore,
    endBefore: Math.min(limits.endBefore, claimedAt + limits.timing.leaseMs),
    timing: limits.timing,
    gapMs: gap,
    host,
    permit: home.permit,
    state: claimed.gateLease.state,
    leaseUntil: claimed.gateLease.until,
  });
  try {
    return await session.request(url, bodyLimit);
  } finally {
    home.askedElsewhere();
    await releaseGates(ports, claimed.gateLease, session);
  }
}
