import type { Spending, StopSettings } from '../settings/stop-rules.ts';
import { type HarvestWatch, newWatch, observe, type Pages } from './harvest-watch.ts';

/** What the turns of a crawl came to, added up; 0 where it is absent. Whole numbers. */
export interface CrawlTotals {
  readonly pages?: number;
  readonly bytes?: number;
  /** Pages that were judged: kept, off topic, or of known content; and of those kept as new records. */
  readonly judged?: number;
  readonly kept?: number;
  /** Billionths of a dollar. */
  readonly nanoDollars?: number;
}

/** What is known of a crawl by looking at its totals again and again. */
export interface Supervision {
  /** The totals from which the rules count. */
  readonly base: CrawlTotals;
  readonly watch: HarvestWatch;
  /** Pages judged and kept since the base, each some way after the one before: what `stop.harvest` is reckoned from. */
  readonly samples: readonly Pages[];
  /** How long the crawl ran. */
  readonly timeMs: number;
  /** Epoch ms. */
  readonly lookedAt: number;
}

/** A crawl that nobody looked at for so long did not run. */
const absentMs = 120_000;
/** Samples in the stretch that a rule is about. */
const samplesPerStretch = 20;

/** Before the first look, or when the rules begin to count anew. */
export function newSupervision(base: CrawlTotals, now: number): Supervision {
  const { judged = 0, kept = 0 } = base;
  return { base, watch: { ...newWatch, judged, kept }, samples: [[0, 0]], timeMs: 0, lookedAt: now };
}

/** Takes in what the totals have come to since the last look. */
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

/** What a crawl has come to by its rules. */
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

/** The part of the last `over` pages that was kept, or of a few more; undefined while there are fewer. */
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
