import type { OutcomeKind } from '../domain/outcome.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { Timing } from '../domain/timing.ts';
import type { HostName } from '../domain/url.ts';
import { dispatch } from '../pipeline/dispatch.ts';
import { harvestTurn } from '../pipeline/harvest-turn.ts';
import { openLinkBatch } from '../pipeline/link-batch.ts';
import { type RecentLinks, recycle } from '../pipeline/recycle.ts';
import type { JobSummary } from '../pipeline/summary.ts';
import type { BodyCache, Delivery } from '../pipeline/turn.ts';
import type { TurnReport } from '../pipeline/turn-report.ts';
import { openUnusedPages } from '../pipeline/unused-pages.ts';
import type { Ports } from '../ports/ports.ts';
import type { CrawlEnd } from './installation.ts';

/** The in-process queue as the loop sees it: what SQS and its event source mapping do on AWS. */
export interface LocalTickets {
  receive(max: number): readonly Delivery[];
  done(delivery: Delivery): void;
  retry(delivery: Delivery, delayMs: number): void;
}

export interface LoopParts {
  readonly ports: Ports;
  readonly tickets: LocalTickets;
  readonly timing: Timing;
  readonly bodies: BodyCache;
  readonly recent: RecentLinks;
  /** Sums up a job's hosts, cheaply. */
  readonly summary: (job: string) => Promise<JobSummary>;
  /** Pages are fetched faster than they are read. */
  readonly isBehind: () => boolean;
}

export interface LoopOptions {
  /** Turns side by side. */
  readonly hosts: number;
  /** Pages of the jobs in `untilDone`; unlimited when absent. Never exceeded. */
  readonly maxPages?: number;
  readonly signal?: AbortSignal;
  /** Abandons the turns that are running, too. */
  readonly halt?: AbortSignal;
  readonly onTurn?: (report: TurnReport) => void;
  /** Only this host: somebody waits for one of its pages. Runs until aborted. */
  readonly only?: { readonly job: string; readonly host: HostName };
  /** Jobs whose settings it refuses have no turns. */
  readonly mayCrawl: (settings: JobSettings) => boolean;
  /** The jobs that this is about: it is over when nothing of them is due within reach. All open ones are served. */
  readonly untilDone: readonly string[];
  /** The longest gap of the jobs: something due within it is waited for. */
  readonly patienceMs: number;
}

/** How often the recycler is looked after, and the longest sleep: other processes may seed and pause meanwhile. */
const recycleEveryMs = 1_000;
const maxSleepMs = 1_000;
/** After an error of the infrastructure a ticket rests this long. */
const retryMs = 1_000;

/**
 * The clockwork of one machine: ticks the dispatcher and the recycler and runs turns side by side, until there is
 * nothing left to do within reach, or it is told to stop; running turns are always finished.
 */
export async function crawlLoop(parts: LoopParts, options: LoopOptions): Promise<CrawlEnd> {
  const { ports, tickets } = parts;
  const { clock } = ports;
  const running = new Set<Promise<void>>();
  let pagesLeft = options.maxPages ?? Number.POSITIVE_INFINITY;
  let failure: { error: unknown; times: number } | undefined;
  /** Turns side by side, for now: as many as may be, fewer when they would only pile up pages that nobody reads. */
  let width = options.hosts;
  let wake = (): void => undefined;
  let lastRecycle = Number.NEGATIVE_INFINITY;

  const counts = ({ ticket }: Delivery): boolean => options.untilDone.includes(ticket.job);

  async function run(delivery: Delivery, pages: number): Promise<void> {
    const { ticket } = delivery;
    const links = openLinkBatch(ports).join();
    const unused = openUnusedPages(ports);
    unused.add(ticket, ticket.pages - pages);
    let used = 0;
    try {
      const report = await harvestTurn(
        ports,
        { ...delivery, ticket: { ...ticket, pages } },
        {
          timing: parts.timing,
          endBy: clock.monotonic() + parts.timing.functionMs,
          links,
          unused,
          bodies: parts.bodies,
          ...(options.signal ? { signal: options.signal } : {}),
        },
      );
      used = report.visits.length;
      await unused.giveBack();
      tickets.done(delivery);
      failure = undefined;
      options.onTurn?.(report);
    } catch (error) {
      failure = { error, times: (failure?.times ?? 0) + 1 };
      tickets.retry(delivery, retryMs);
    } finally {
      links.leave();
      if (counts(delivery)) pagesLeft += pages - used;
    }
  }

  function start(): number {
    let started = 0;
    while (running.size < width && pagesLeft > 0) {
      const [delivery] = tickets.receive(1);
      if (!delivery) break;
      const counted = counts(delivery);
      const pages = counted ? Math.min(delivery.ticket.pages, pagesLeft) : delivery.ticket.pages;
      if (counted) pagesLeft -= pages;
      started += 1;
      const turn: Promise<void> = run(delivery, pages).finally(() => {
        running.delete(turn);
        width = parts.isBehind() ? Math.max(1, width - 1) : Math.min(options.hosts, width + 1);
        wake();
      });
      running.add(turn);
    }
    return started;
  }

  /** Sleeps until a turn ends, or for `ms`. */
  async function rest(ms: number): Promise<void> {
    const woken = new AbortController();
    wake = () => woken.abort();
    await clock.sleep(ms, woken.signal).catch(() => undefined);
    wake = () => undefined;
  }

  async function recycleJobs(): Promise<number> {
    lastRecycle = clock.monotonic();
    let segments = 0;
    for (const job of await ports.jobs.jobs()) {
      if (job.state !== 'open') continue;
      segments += (await recycle(ports, job, { endBy: clock.monotonic() + 5_000, recent: parts.recent }))
        .segments;
    }
    return segments;
  }

  const stopped = (): CrawlEnd | undefined => {
    if (options.signal?.aborted) return 'interrupted';
    if (pagesLeft <= 0 && running.size === 0) return 'pages';
    return undefined;
  };

  try {
    for (;;) {
      const end = stopped();
      if (end) return end;
      if (failure && failure.times >= 5) throw failure.error;
      if (options.halt?.aborted) return 'interrupted';
      const report = await dispatch(ports, {
        timing: parts.timing,
        maxOutstanding: options.hosts * 2,
        mayCrawl: options.mayCrawl,
        ...(options.only ? { only: options.only } : {}),
      });
      const started = start();
      if (!options.only && clock.monotonic() - lastRecycle >= recycleEveryMs) await recycleJobs();
      if (started > 0 || report.sent > 0) {
        if (running.size >= width) await rest(maxSleepMs);
        continue;
      }
      if (running.size > 0) {
        await rest(50);
        continue;
      }
      if (!options.only && (await recycleJobs()) > 0) continue;
      // The day's ceiling is reached: somebody has to come back tomorrow, or raise it.
      if (report.held === 'ceiling') return 'paused';
      const over = await isOver(parts, options);
      if (over?.end) return over.end;
      await rest(Math.max(10, Math.min(maxSleepMs, over?.waitMs ?? maxSleepMs)));
    }
  } finally {
    await finish(running, options.halt);
    await putBackWaiting(parts);
  }
}

/** Waits for the running turns, unless they are to be abandoned. */
async function finish(running: ReadonlySet<Promise<void>>, halt: AbortSignal | undefined): Promise<void> {
  const all = Promise.allSettled([...running]);
  if (!halt) {
    await all;
    return;
  }
  await Promise.race([
    all,
    new Promise<void>((resolve) => {
      if (halt.aborted) resolve();
      else halt.addEventListener('abort', () => resolve(), { once: true });
    }),
  ]);
}

/** Tickets that no turn took up make their hosts due again, those behind others of their gate too. */
async function putBackWaiting(parts: LoopParts): Promise<void> {
  const aborted = AbortSignal.abort();
  const { ports } = parts;
  for (let [delivery] = parts.tickets.receive(1); delivery; [delivery] = parts.tickets.receive(1)) {
    const links = openLinkBatch(ports).join();
    const endBy = ports.clock.monotonic() + parts.timing.functionMs;
    const unused = openUnusedPages(ports);
    await harvestTurn(ports, delivery, { timing: parts.timing, endBy, links, unused, signal: aborted });
    await unused.giveBack();
    links.leave();
    parts.tickets.done(delivery);
  }
}

/** Nothing runs: whether that is the end, or how long it is until something is due. */
async function isOver(
  parts: LoopParts,
  options: LoopOptions,
): Promise<{ end?: CrawlEnd; waitMs: number } | undefined> {
  const { ports } = parts;
  if (options.only) return { waitMs: 50 };
  const now = ports.clock.now();
  let waitMs = Number.POSITIVE_INFINITY;
  let pausedJobs = 0;
  for (const name of options.untilDone) {
    const job = await ports.jobs.job(name);
    if (job?.state === 'paused') {
      pausedJobs += 1;
      continue;
    }
    const [next] = await ports.due.due(name, Number.MAX_SAFE_INTEGER, 1);
    if (next) waitMs = Math.min(waitMs, next.at - now);
    const summary = await parts.summary(name);
    if (summary.ticketed > 0 || summary.pending > summary.pendingBackingOff) {
      return { waitMs: Math.min(waitMs, maxSleepMs) };
    }
  }
  if (pausedJobs === options.untilDone.length) return { end: 'paused', waitMs: 0 };
  return waitMs > options.patienceMs ? { end: 'done', waitMs: 0 } : { waitMs };
}

/** Counts visits by class of outcome. */
export function tallyTurn(outcomes: Partial<Record<OutcomeKind, number>>, report: TurnReport): void {
  for (const { outcome } of report.visits) outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
}
