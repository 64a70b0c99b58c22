import type { FetchResult } from '../domain/fetch-result.ts';
import { settingsFor } from '../domain/overrides.ts';
import { gapMs } from '../domain/politeness/gap.ts';
import { parseRobots, type Robots } from '../domain/robots/robots.ts';
import { robotsText } from '../domain/robots/robots-text.ts';
import type { JobSettings } from '../domain/settings.ts';
import { authorityOf, type CanonicalUrl, canonicalise, hostOf } from '../domain/url.ts';
import type { Ports } from '../ports/ports.ts';
import type { RobotsEntry } from '../ports/web.ts';
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

/** How long an unreachable robots.txt is believed to be so before it is asked for again. */
const unreachableMs = 600_000;

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
      const asked = gapMs(settings.politeness, answer.robots.crawlDelayMs(settings.identity.product));
      courier.setGap(Math.max(courier.gap(), asked));
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
  if (stored && isFresh(stored, ports.clock.now())) return answerOf(authority, stored);
  const fetched = await fetchRobots(ports, settings, courier, limits, authority);
  if (fetched.kind === 'put-off') return fetched;
  await ports.robots.putRobots(authority, fetched);
  return answerOf(authority, fetched);
}

/** What is stored about a URL's robots.txt; undefined when it has to be asked for. */
export function storedAnswer(stored: StoredRobots, url: CanonicalUrl, now: number): RobotsAnswer | undefined {
  const authority = authorityOf(url);
  const entry = stored.get(authority);
  return entry && isFresh(entry, now) ? answerOf(authority, entry) : undefined;
}

function answerOf(authority: string, entry: RobotsEntry): RobotsAnswer {
  if (entry.kind === 'unreachable') {
    return { kind: 'unreachable', detail: entry.text, expiresAt: entry.expiresAt };
  }
  return { kind: 'rules', robots: parseRobots(authority, entry.kind === 'rules' ? entry.text : '') };
}

async function fetchRobots(
  ports: RobotsPorts,
  settings: JobSettings,
  courier: Courier,
  limits: TurnLimits,
  authority: string,
): Promise<(RobotsEntry & { readonly kind: 'rules' | 'allow' | 'unreachable' }) | PutOff> {
  let url = `${authority}/robots.txt` as CanonicalUrl;
  const home = hostOf(url);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const elsewhere = hostOf(url) !== home;
    const shared = elsewhere ? await storedAt(ports, url) : undefined;
    if (shared) return shared;
    const result = elsewhere
      ? await requestElsewhere(ports, settings, courier, limits, url)
      : await courier.request(url);
    if (result.kind === 'put-off') return result;
    const target = redirectTarget(result, url);
    if (target === undefined) return entryOf(result, settings, ports.clock.now());
    url = target;
  }
  // RFC 9309 §2.3.1.2: after more than five redirects the file may be assumed to be unavailable.
  return { ...entryBase(settings, ports.clock.now()), kind: 'allow', text: '', status: 310 };
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
    return await courier.request(url);
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

/** RFC 9309 §2.3.1: 2xx holds rules, 4xx allows everything, 5xx, 429 and no answer disallow everything. */
function entryOf(result: FetchResult, settings: JobSettings, now: number): RobotsEntry {
  const base = entryBase(settings, now);
  if (result.kind === 'error') {
    return unreachable(now, 0, `${result.reason}: ${result.detail}`);
  }
  const { status } = result;
  if (status >= 200 && status < 300) {
    return { ...base, kind: 'rules', text: robotsText(result.body), status };
  }
  if (status === 429 || status >= 500) return unreachable(now, status, `status ${status}`);
  return { ...base, kind: 'allow', text: '', status };
}

function entryBase(settings: JobSettings, now: number): Pick<RobotsEntry, 'fetchedAt' | 'expiresAt'> {
  return { fetchedAt: now, expiresAt: now + settings.robots.maxAgeMs };
}

function unreachable(now: number, status: number, detail: string): RobotsEntry {
  return { fetchedAt: now, expiresAt: now + unreachableMs, kind: 'unreachable', text: detail, status };
}
