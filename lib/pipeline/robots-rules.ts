import type { FetchResult } from '../domain/fetch-result.ts';
import { gateKey } from '../domain/gate-key.ts';
import { parseRobots, type Robots } from '../domain/robots/robots.ts';
import { robotsText } from '../domain/robots/robots-text.ts';
import type { JobSettings } from '../domain/settings.ts';
import { authorityOf, type CanonicalUrl, canonicalise, hostOf } from '../domain/url.ts';
import type { Ports } from '../ports/ports.ts';
import type { RobotsEntry } from '../ports/web.ts';
import { type Courier, openCourier, type PutOff } from './courier.ts';
import type { TurnLimits } from './turn-limits.ts';

export type RobotsAnswer =
  | { readonly kind: 'rules'; readonly robots: Robots }
  | { readonly kind: 'unreachable'; readonly detail: string; readonly expiresAt: number }
  | PutOff;

/** RFC 9309 §2.3.1.2: at least five consecutive redirects are followed. */
const maxRedirects = 5;

/** How long an unreachable robots.txt is believed to be so before it is asked for again. */
const unreachableMs = 600_000;

type RobotsPorts = Pick<Ports, 'robots' | 'gates' | 'clock' | 'fetcher' | 'entropy'>;

/** What a turn knows about robots.txt files; parsed once per turn and authority. */
export function openRobots(
  ports: RobotsPorts,
  settings: JobSettings,
  courier: Courier,
  limits: TurnLimits,
): (url: CanonicalUrl) => Promise<RobotsAnswer> {
  const known = new Map<string, RobotsAnswer>();
  return async (url) => {
    const authority = authorityOf(url);
    const cached = known.get(authority);
    if (cached) return cached;
    const answer = await robotsOf(ports, settings, courier, limits, authority);
    if (answer.kind !== 'put-off') known.set(authority, answer);
    return answer;
  };
}

async function robotsOf(
  ports: RobotsPorts,
  settings: JobSettings,
  courier: Courier,
  limits: TurnLimits,
  authority: string,
): Promise<RobotsAnswer> {
  const now = ports.clock.now();
  let entry = await ports.robots.robots(authority);
  if (!entry || entry.expiresAt <= now || entry.fetchedAt > now) {
    const fetched = await fetchRobots(ports, settings, courier, limits, authority);
    if (fetched.kind === 'put-off') return fetched;
    entry = fetched;
    await ports.robots.putRobots(authority, entry);
  }
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
    const host = hostOf(url);
    const result =
      host === home ? await courier.request(url) : await requestElsewhere(ports, settings, limits, url);
    if (result.kind === 'put-off') return result;
    const target = redirectTarget(result, url);
    if (target === undefined) return entryOf(result, settings, ports.clock.now());
    url = target;
  }
  // RFC 9309 §2.3.1.2: after more than five redirects the file may be assumed to be unavailable.
  return { ...entryBase(settings, ports.clock.now()), kind: 'allow', text: '', status: 310 };
}

/** A hop to another host takes that host's gate, or the whole file is put off until the gate opens. */
async function requestElsewhere(
  ports: RobotsPorts,
  settings: JobSettings,
  limits: TurnLimits,
  url: CanonicalUrl,
): Promise<FetchResult | PutOff> {
  const key = gateKey(hostOf(url));
  const owner = ports.entropy.id();
  const gapMs = settings.politeness.gapMs;
  const claimedAt = ports.clock.monotonic();
  const claim = await ports.gates.claim(key, {
    owner,
    ticket: limits.ticket,
    now: ports.clock.now(),
    leaseMs: limits.timing.leaseMs,
    gapMs,
  });
  if (!claim.granted) return { kind: 'put-off', until: claim.gate.notBefore };
  const courier = openCourier(ports, settings, {
    startBefore: limits.startBefore,
    endBefore: Math.min(limits.endBefore, claimedAt + limits.timing.leaseMs),
    timing: limits.timing,
    gapMs,
  });
  try {
    return await courier.request(url);
  } finally {
    await ports.gates.release(key, owner, courier.readyAt());
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
