import type { FetchResult } from '../domain/fetch-result.ts';
import { settingsFor } from '../domain/overrides.ts';
import { gapMs } from '../domain/politeness/gap.ts';
import { endlessRedirects, entryOf, type RobotsEntry, rulesIn } from '../domain/robots/entry.ts';
import { parseRobots, type Robots } from '../domain/robots/robots.ts';
import { robotsForJob } from '../domain/robots/robots-for-job.ts';
import type { JobSettings } from '../domain/settings.ts';
import { authorityOf, type CanonicalUrl, canonicalise, hostOf } from '../domain/url.ts';
import type { Ports } from '../ports/ports.ts';
import { type Courier, openCourier, type PutOff } from './courier.ts';
import { holdGates, releaseGates } from './hold-gates.ts';
import { isFresh, knownGapMs, type StoredRobots, storedRobots } from './stored-robots.ts';
import type { TurnLimits } from './turn.ts';

export type RobotsAnswer =
  | { readonly kind: 'rules'; readonly robots: Robots }
  | { readonly kind: 'unreachable'; readonly detail: string; readonly expiresAt: number }
  | PutOff;

/** RFC 9309 §2.3.1.2: at least five consecutive redirects are followed. */
const maxRedirects = 5;

/** One byte more than is read, so that a file that is longer is cut between two of its lines. */
const bodyLimit = { maxBytes: 500 * 1_024 + 1, overMaxBytes: 'truncate' } as const;

/** A gate that somebody holds is looked at again after this: turns are mostly over long before their leases. */
const lookAgainMs = 5_000;

type RobotsPorts = Pick<Ports, 'robots' | 'gates' | 'clock' | 'fetcher' | 'entropy'>;

/**
 * What a turn knows about the robots.txt files of its host; parsed once per turn and authority. A Crawl-delay
 * widens the courier's gap from its very next request on.
 */
export function openRobots(
  ports: RobotsPorts,
  settings: JobSettings,
  courier: Courier,
  limits: TurnLimits,
  stored: StoredRobots,
): (url: CanonicalUrl) => Promise<RobotsAnswer> {
  const known = new Map<string, RobotsAnswer>();
  return async (url) => {
    const authority = authorityOf(url);
    const cached = known.get(authority);
    if (cached) return cached;
    const answer = await robotsOf(ports, settings, courier, limits, authority, stored.get(authority));
    if (answer.kind !== 'put-off') known.set(authority, answer);
    if (answer.kind === 'rules') {
      const asked = answer.robots.asksForDelay(settings.identity.product);
      courier.setGap(Math.max(courier.gap(), gapMs(settings.politeness, asked?.ms)));
    }
    return answer;
  };
}

async function robotsOf(
  ports: RobotsPorts,
  settings: JobSettings,
  courier: Courier,
  limits: TurnLimits,
  authority: string,
  stored: RobotsEntry | undefined,
): Promise<RobotsAnswer> {
  const { clock } = ports;
  if (stored && isFresh(stored, clock.now())) return answerOf(authority, stored, settings, clock.now());
  const fetched = await fetchRobots(ports, settings, courier, limits, authority, stored);
  if (fetched.kind === 'put-off') return fetched;
  await ports.robots.putRobots(authority, fetched);
  return answerOf(authority, fetched, settings, clock.now());
}

/** What is stored about a URL's robots.txt; undefined when it has to be asked for. */
export function storedAnswer(
  stored: StoredRobots,
  url: CanonicalUrl,
  settings: JobSettings,
  now: number,
): RobotsAnswer | undefined {
  const authority = authorityOf(url);
  const entry = stored.get(authority);
  return entry && isFresh(entry, now) ? answerOf(authority, entry, settings, now) : undefined;
}

function answerOf(authority: string, entry: RobotsEntry, settings: JobSettings, now: number): RobotsAnswer {
  const text = rulesIn(entry, settings.robots, now);
  if (text === undefined) return { kind: 'unreachable', detail: entry.text, expiresAt: entry.expiresAt };
  return { kind: 'rules', robots: robotsForJob(parseRobots(authority, text), settings) };
}

async function fetchRobots(
  ports: RobotsPorts,
  settings: JobSettings,
  courier: Courier,
  limits: TurnLimits,
  authority: string,
  known: RobotsEntry | undefined,
): Promise<RobotsEntry | PutOff> {
  let url = `${authority}/robots.txt` as CanonicalUrl;
  const home = hostOf(url);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const elsewhere = hostOf(url) !== home;
    const shared = elsewhere ? await storedAt(ports, url) : undefined;
    if (shared) return shared;
    const result = elsewhere
      ? await requestElsewhere(ports, settings, courier, limits, url)
      : await courier.request(url, bodyLimit);
    if (result.kind === 'put-off') return result;
    const target = redirectTarget(result, url);
    if (target === undefined) return entryOf(result, known, settings, ports.clock.now());
    url = target;
  }
  return endlessRedirects(settings.robots, ports.clock.now());
}

/**
 * `example.org/robots.txt` often leads to that of `www.example.org`, which is known already; asking for it again
 * would have to wait for that host's gate, beside its own turns.
 */
async function storedAt(
  ports: Pick<RobotsPorts, 'robots' | 'clock'>,
  url: CanonicalUrl,
): Promise<RobotsEntry | undefined> {
  const authority = authorityOf(url);
  if (url !== `${authority}/robots.txt`) return undefined;
  const entry = await ports.robots.robots(authority);
  return entry && entry.kind !== 'unreachable' && isFresh(entry, ports.clock.now()) ? entry : undefined;
}

/** A hop to another host takes that host's gate, or the whole file is put off until the gate opens. */
async function requestElsewhere(
  ports: RobotsPorts,
  job: JobSettings,
  home: Courier,
  limits: TurnLimits,
  url: CanonicalUrl,
): Promise<FetchResult | PutOff> {
  const host = hostOf(url);
  const settings = settingsFor(job, host);
  const gap = knownGapMs(settings, await storedRobots(ports, host));
  const claimedAt = ports.clock.monotonic();
  const claimed = await holdGates(ports, host, settings, {
    ...{ ticket: limits.ticket, leaseMs: limits.timing.leaseMs, gapMs: gap },
    held: limits.held,
  });
  if ('closed' in claimed) {
    const { owner: holder, notBefore } = claimed.closed;
    const soon = ports.clock.now() + lookAgainMs;
    return { kind: 'put-off', until: holder === undefined ? notBefore : Math.min(notBefore, soon) };
  }
  const courier = openCourier(ports, settings, {
    startBefore: limits.startBefore,
    endBefore: Math.min(limits.endBefore, claimedAt + limits.timing.leaseMs),
    timing: limits.timing,
    gapMs: gap,
    host,
    state: claimed.hold.state,
  });
  try {
    return await courier.request(url, bodyLimit);
  } finally {
    home.askedElsewhere();
    await releaseGates(ports, claimed.hold, courier);
  }
}

function redirectTarget(result: FetchResult, url: CanonicalUrl): CanonicalUrl | undefined {
  if (result.kind === 'error' || result.status < 300 || result.status > 399) return undefined;
  const location = result.headers.location;
  if (location === undefined) return undefined;
  const target = canonicalise(location, url);
  return target.ok ? target.url : undefined;
}
