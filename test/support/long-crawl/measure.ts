import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import { freshness, intervalAt, priceFor } from '../../../lib/domain/revisit/ideal-interval.ts';
import { boundsOf } from '../../../lib/domain/revisit/plan.ts';
import type { ChangingPage, SeenRequest } from './changing-web.ts';

/** How fresh what was watched was, as shares of it and of the time; and what it took. */
export interface Measured {
  readonly fresh: number;
  /** What a schedule reaches that knows all rates, with as many visits. */
  readonly ideal: number;
  /** Visits a day. */
  readonly perDay: number;
  /** Visits a day that the settings ask for. */
  readonly wanted: number;
}

/** How fresh the pages that stay were from a time on, by the requests for them; and what was possible with as many. */
export function measure(
  pages: readonly ChangingPage[],
  log: readonly SeenRequest[],
  [from, to]: readonly [number, number],
  settings: FreshnessSettings,
): Measured {
  const byUrl = Map.groupBy(log, ({ url }) => url);
  const lasting = pages.filter(({ gone }) => gone === Number.POSITIVE_INFINITY);
  let [fresh, watched, visits] = [0, 0, 0];
  for (const { url, changes } of lasting) {
    const times = (byUrl.get(url) ?? []).map(({ end }) => end);
    visits += times.filter((at) => at >= from && at < to).length;
    for (const [index, at] of times.entries()) {
      const [start, end] = [Math.max(from, at), Math.min(to, times[index + 1] ?? to)];
      if (end <= start) continue;
      const stale = changes.find((change) => change > at) ?? Number.POSITIVE_INFINITY;
      fresh += Math.max(0, Math.min(end, stale) - start);
      watched += end - start;
    }
  }
  const perDay = (visits / (to - from)) * dayMs;
  const bounds = boundsOf(settings);
  const price = priceFor(
    lasting.map(({ rate }) => ({ count: 1, rate, weight: 1 })),
    perDay,
    bounds,
  );
  const ideal = lasting.reduce(
    (sum, { rate }) => sum + freshness(rate * intervalAt(rate, 1, price, bounds)),
    0,
  );
  return {
    fresh: fresh / watched,
    ideal: ideal / lasting.length,
    perDay,
    wanted: (lasting.length / settings.everyMs) * dayMs,
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
