import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import type { ChangingPage, SeenRequest } from './changing-web.ts';
import { idealFreshness } from './ideal-freshness.ts';

/** How fresh what was watched was, as shares of it and of the time; and what it took. */
export interface Measured {
  readonly pages: number;
  readonly fresh: number;
  /** What a schedule reaches that knows all rates, with as many visits. */
  readonly ideal: number;
  /** Visits a day. */
  readonly perDay: number;
  /** Visits a day that the settings ask for. */
  readonly wanted: number;
}

const seen: ReadonlySet<number> = new Set([200, 304]);

/** How fresh pages were from a time on, by the requests for them; and what was possible with as many. */
export function measure(
  pages: readonly ChangingPage[],
  log: readonly SeenRequest[],
  [from, to]: readonly [number, number],
  settings: Pick<FreshnessSettings, 'everyMs'>,
): Measured {
  const byUrl = Map.groupBy(log, ({ url }) => url);
  let [fresh, watched, visits] = [0, 0, 0];
  for (const { url, changes } of pages) {
    const requests = byUrl.get(url) ?? [];
    visits += requests.filter(({ end }) => end >= from && end < to).length;
    const times = requests.filter(({ status }) => seen.has(status)).map(({ end }) => end);
    for (const [index, at] of times.entries()) {
      const [start, end] = [Math.max(from, at), Math.min(to, times[index + 1] ?? to)];
      if (end <= start) continue;
      const stale = changes.find((change) => change > at) ?? Number.POSITIVE_INFINITY;
      fresh += Math.max(0, Math.min(end, stale) - start);
      watched += end - start;
    }
  }
  const perDay = (visits / (to - from)) * dayMs;
  return {
    pages: pages.length,
    fresh: fresh / watched,
    ideal: idealFreshness(
      pages.map(({ rate }) => rate),
      perDay,
    ),
    perDay,
    wanted: (pages.length / settings.everyMs) * dayMs,
  };
}

/** The requests that came sooner than the gap after the one before them to their host, or during it. */
export function impolite(log: readonly SeenRequest[], gapMs: number): readonly string[] {
  return [...Map.groupBy(log, ({ host }) => host)].flatMap(([host, requests]) => {
    const ordered = requests.toSorted((a, b) => a.start - b.start);
    return ordered.flatMap((request, index) => {
      const before = ordered[index - 1];
      const early = before !== undefined && request.start - before.end < gapMs;
      return early
        ? [`${host} was asked for ${request.url} ${request.start - before.end} ms after the last request`]
        : [];
    });
  });
}
