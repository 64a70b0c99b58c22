import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { type Allowed, allowedAfter, isGood, type NaiveRule } from './naive-politeness.ts';
import type { Traits } from './traits.ts';
import type { LoggedRequest } from './web.ts';

export interface Verdict {
  readonly requests: number;
  /** What a host could complain about, in sentences. */
  readonly violations: readonly string[];
  /** Of each host: the share of the time in which it was asked as soon as it might be, lowest first. */
  readonly rates: readonly { readonly host: string; readonly rate: number; readonly requests: number }[];
}

/** Clocks drop fractions of a millisecond. */
const toleranceMs = 1;

/** Judges a crawl by the log of the servers alone. @param lastedMs from its start */
export function judge(
  log: readonly LoggedRequest[],
  hosts: readonly Traits[],
  politeness: JobSettings['politeness'],
  pauses: Pick<NaiveRule, 'robotsPauseMs' | 'maxRobotsPauseMs'>,
  lastedMs: number,
): Verdict {
  const byHost = Map.groupBy(log, ({ host }) => host);
  const violations: string[] = [];
  const rates = hosts.map((traits) => {
    const requests = byHost.get(traits.host) ?? [];
    let lateMs = 0;
    let robots: 'unknown' | 'known' | 'down' = 'unknown';
    let delayMs: number | undefined;
    let firstOfRow = 0;
    const allowedNow = (history: readonly LoggedRequest[]): Allowed =>
      allowedAfter(history, {
        ...{ politeness: { ...politeness, gapMs: traits.gapMs }, ...pauses },
        ...(delayMs === undefined ? {} : { crawlDelayMs: delayMs }),
      });
    for (const [index, request] of requests.entries()) {
      // What came before the last good answer does not matter any more.
      const history = requests.slice(Math.max(0, firstOfRow - 1), index);
      const allowed = allowedNow(history);
      const before = requests[index - 1];
      const say = (what: string): void => void violations.push(`${traits.host} at ${request.start}: ${what}`);
      if (before !== undefined && request.start < before.end) say('two requests at once');
      if (request.start < allowed.earliest - toleranceMs) say(`${allowed.earliest - request.start} ms early`);
      if (!request.isRobots && robots !== 'known') say(`a page while robots.txt was ${robots}`);
      lateMs += Math.max(0, request.start - allowed.latest);
      if (isGood(request) && !request.isRobots) firstOfRow = index + 1;
      if (request.isRobots) {
        robots = isGood(request) ? 'known' : 'down';
        if (robots === 'known') delayMs = traits.crawlDelayMs;
      }
    }
    const rest = allowedNow(requests.slice(Math.max(0, firstOfRow - 1)));
    lateMs += Math.max(0, lastedMs - rest.latest);
    return { host: traits.host, rate: 1 - lateMs / lastedMs, requests: requests.length };
  });
  return { requests: log.length, violations, rates: rates.toSorted((a, b) => a.rate - b.rate) };
}
