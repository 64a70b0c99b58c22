import { type HarvestWatch, observe, type Pages } from './harvest-watch.ts';
import type { Spending, StopSettings } from './stop-rules.ts';
import type { BandCounts } from './tail.ts';

export const newWatch: HarvestWatch = {
  judged: 0,
  kept: 0,
  usual: { mean: 0, weight: 0 },
  doubtful: [0, 0],
  sum: 0,
  recent: [],
};

/** Totals over all turns of a crawl. Whole numbers; absent: 0. */
export interface CrawlTotals extends BandCounts {
  readonly pages?: number;
  readonly bytes?: number;
  /** Judged pages (kept, off topic, or of known content), and those of them that were kept as new records. */
  readonly judged?: number;
  readonly kept?: number;
  /** Billionths of a dollar. */
  readonly nanoDollars?: number;
}

/** State that is updated by each look at the totals of a crawl. */
export interface Supervision {
  /** The totals from which stop rules count. */
  readonly base: CrawlTotals;
  readonly watch: HarvestWatch;
  /** Samples of pages judged and kept since the base, at intervals; `stop.harvest` is computed from them. */
  readonly samples: readonly Pages[];
  /** Time for which the crawl ran, ms. */
  readonly timeMs: number;
  /** Epoch ms of the last look. */
  readonly lookedAt: number;
}

/** If there was no look for this long, the crawl did not run in this time. */
const absentMs = 120_000;
/** Number of samples in the stretch of pages over which `stop.harvest` is computed. */
const samplesPerStretch = 20;

/** Returns the state before the first look, or when stop rules start to count anew. */
export function newSupervision(base: CrawlTotals, now: number): Supervision {
  const { judged = 0, kept = 0 } = base;
  return { base, watch: { ...newWatch, judged, kept }, samples: [[0, 0]], timeMs: 0, lookedAt: now };
}

/** Updates the state with the present totals. */
export function look(
  before: Supervision,
  totals: CrawlTotals,
  now: number,
  rules: StopSettings,
): Supervision {
  const { watch, base } = before;
  const [judged, kept] = [(totals.judged ?? 0) - watch.judged, (totals.kept ?? 0) - watch.kept];
  const pages: Pages = [Math.max(0, judged), Math.max(0, Math.min(judged, kept))];
  const since: Pages = [(totals.judged ?? 0) - (base.judged ?? 0), (totals.kept ?? 0) - (base.kept ?? 0)];
  return {
    base,
    watch: observe(watch, pages),
    samples:
      rules.harvest === undefined ? before.samples : sampled(before.samples, since, rules.harvest.over),
    timeMs: runMs(before, now),
    lookedAt: now,
  };
}

/** Returns what a crawl has spent, in the units of its stop rules. */
export function spendingOf(
  supervision: Supervision,
  totals: CrawlTotals,
  now: number,
  rules: StopSettings,
  isBilled: boolean,
): Spending {
  const { base, samples } = supervision;
  const since = (key: keyof CrawlTotals): number => (totals[key] ?? 0) - (base[key] ?? 0);
  const harvest = rules.harvest && marginal(samples, [since('judged'), since('kept')], rules.harvest.over);
  return {
    pages: since('pages'),
    bytes: since('bytes'),
    timeMs: runMs(supervision, now),
    ...(isBilled ? { dollars: since('nanoDollars') / 1e9 } : {}),
    ...(harvest === undefined ? {} : { harvest }),
  };
}

function runMs({ timeMs, lookedAt }: Supervision, now: number): number {
  const passed = now - lookedAt;
  return timeMs + (passed >= 0 && passed < absentMs ? passed : 0);
}

/** Returns the harvest rate of the last `over` pages or a few more; undefined while there are fewer. */
function marginal(samples: readonly Pages[], [judged, kept]: Pages, over: number): number | undefined {
  const from = samples.findLast((sample) => judged - sample[0] >= over);
  return from && (kept - from[1]) / (judged - from[0]);
}

function sampled(samples: readonly Pages[], now: Pages, over: number): readonly Pages[] {
  const last = samples.at(-1)?.[0] ?? 0;
  if (now[0] - last < over / samplesPerStretch) return samples;
  const needed = samples.findLastIndex((sample) => now[0] - sample[0] >= over);
  return [...samples.slice(Math.max(0, needed)), now];
}
