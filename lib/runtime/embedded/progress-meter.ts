import { type HarvestWatch, recentHarvest } from '../../domain/focus/harvest-watch.ts';
import { type JobSummary, nextDueAt } from '../../pipeline/report/summary.ts';
import type { VisitSeen } from '../../pipeline/turn/turn.ts';
import type { TurnReport } from '../../pipeline/turn/turn-report.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CrawlProgress } from '../shared/installation.ts';

export interface ProgressMeter {
  /** Counts a page when its visit ends, because turns may take minutes. */
  visit(visit: VisitSeen): void;
  turn(report: TurnReport): void;
  /** Stops the reports, and reports the last state once. Idempotent. */
  end(): Promise<CrawlProgress>;
}

const everyMs = 1_000;
/** The span of time for pages per second. */
const windowMs = 10_000;

/**
 * Counts pages, and reports progress about once a second.
 * @param harvest the job's harvest rate as in its status; undefined without a topic
 */
export function openMeter(
  clock: Clock,
  summary: () => Promise<JobSummary>,
  onProgress: ((progress: CrawlProgress) => void) | undefined,
  harvest: (() => Promise<HarvestWatch>) | undefined,
): ProgressMeter {
  const started = clock.monotonic();
  const window: { at: number; pages: number }[] = [];
  const active = new Map<string, number>();
  let pages = 0;
  let bytes = 0;
  let errors = 0;
  let last: Promise<CrawlProgress> | undefined;

  async function progress(): Promise<CrawlProgress> {
    const now = clock.monotonic();
    while (window[0] && window[0].at < now - windowMs) window.shift();
    for (const [host, at] of active) if (at < now - windowMs) active.delete(host);
    const recent = window.reduce((sum, one) => sum + one.pages, 0);
    const watch = await harvest?.();
    const recentPart = watch && recentHarvest(watch);
    const hosts = await summary();
    const { pending, due, ticketed } = hosts;
    const waitMs = ticketed > 0 ? 0 : (nextDueAt(hosts) ?? 0) - clock.now();
    return {
      elapsedMs: now - started,
      pages,
      pagesPerSecond: (recent * 1_000) / Math.max(1, Math.min(windowMs, now - started)),
      activeHosts: active.size,
      // Hosts that were active a moment ago may have nothing left to do.
      hosts: Math.max(active.size, due + ticketed),
      pending,
      errors,
      bytes,
      ...(waitMs > 0 ? { waitMs } : {}),
      ...(recentPart === undefined
        ? {}
        : { harvest: { recent: recentPart, fallen: watch?.alarm !== undefined } }),
    };
  }

  const timer = setInterval(() => {
    void progress().then(onProgress, () => undefined);
  }, everyMs);
  if (!onProgress) clearInterval(timer);

  return {
    visit(seen) {
      const at = clock.monotonic();
      active.set(seen.host, at);
      window.push({ at, pages: 1 });
      pages += 1;
      bytes += seen.bytes;
      if (seen.isFailed) errors += 1;
    },
    turn({ host }) {
      active.set(host, clock.monotonic());
    },
    end() {
      clearInterval(timer);
      last ??= progress().then((state) => {
        onProgress?.(state);
        return state;
      });
      return last;
    },
  };
}
