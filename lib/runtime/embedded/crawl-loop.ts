import { distilWhenDue } from '../../capabilities/graph/distil-when-due.ts';
import { lists } from '../../capabilities/lists.ts';
import { type MaintenanceReport, maintenanceRound } from '../../capabilities/maintenance-round.ts';
import { tellRanksWhenDue } from '../../capabilities/ranks/tell-ranks.ts';
import type { NextStep } from '../../domain/control/crawl-end.ts';
import { openCostBuffer } from '../../pipeline/cost/charge.ts';
import { openUnusedPages } from '../../pipeline/cost/unused-pages.ts';
import { dispatch } from '../../pipeline/dispatch/dispatch.ts';
import { openGateLines } from '../../pipeline/dispatch/gate-lines.ts';
import { harvestTurn } from '../../pipeline/harvest/harvest-turn.ts';
import type { Delivery } from '../../pipeline/turn/turn.ts';
import { openOwnShares } from '../../pipeline/turn/turn-shares.ts';
import { openWorkerIsolation } from '../../pipeline/turn/worker-isolation.ts';
import type { Ticket } from '../../ports/tickets.ts';
import type { CrawlEnd } from '../shared/installation.ts';
import { WorkerEnded } from '../workers/worker-pool.ts';
import { whatNext } from './crawl-end.ts';
import type { LoopOptions, LoopParts } from './crawl-parts.ts';
import { dispatchPace } from './dispatch-pace.ts';
import { failingHosts } from './failing-hosts.ts';
import { failingJobs } from './failing-jobs.ts';
import { openRefits } from './refits.ts';

/** The time between maintenance rounds. */
const maintainEveryMs = 1_000;
/** After this time a round begins nothing more; no turn begins during a round. */
const maintainMs = 5_000;
const maxSleepMs = 1_000;
/** After this time the loop looks again at what may have changed. */
const lookAgainMs = 50;
/** How long a ticket rests after an error of the infrastructure. */
const retryMs = 1_000;
/** A job with more URLs is left to `winnow hubs --raise`: distilling it would hold up the rest of this process. */
const mostUrlsHere = 1_000_000;

/** The answer while another process recycles links: hosts may become due by that. */
const waiting: NextStep = { kind: 'wait', ms: maxSleepMs };

/**
 * The clockwork of one machine: runs the dispatcher, maintenance and turns side by side until nothing is left to do
 * within the patience, or the signal aborts. Turns that are running are finished first.
 */
export async function crawlLoop(parts: LoopParts, options: LoopOptions): Promise<CrawlEnd> {
  const { ports, tickets } = parts;
  const { clock } = ports;
  const running = new Set<Promise<void>>();
  const lines = openGateLines();
  const pace = dispatchPace(clock);
  const book = openCostBuffer(ports);
  const refits = openRefits(ports);
  let pagesLeft = options.maxPages ?? Number.POSITIVE_INFINITY;
  /** Turns side by side at present: `options.hosts`, or fewer while pages wait to be read. */
  let width = options.hosts;
  let wake = (): void => undefined;
  let maintainedAt = Number.NEGATIVE_INFINITY;
  let isAtRest = true;
  /** Nothing was left to do at the last look. */
  let isOver = false;

  const isHeld = (): boolean => options.mayBegin?.() === false;
  const counts = ({ ticket }: Delivery): boolean => options.untilDone.includes(ticket.job);

  async function run(delivery: Delivery, pages: number): Promise<void> {
    const { ticket } = delivery;
    let used = 0;
    try {
      const { report, lost } = await parts.turns.run(delivery, { pages, timing: parts.timing });
      used = report.visits.length;
      if (parts.failure() === undefined) for (const one of lost) options.onLost?.(one);
      book.add(ticket.job, report.visits.length, 1);
      tickets.done(delivery);
      hosts.ended(ticket);
      if (report.lacks !== undefined) failing.refused(ticket.job, report.lacks);
      options.onTurn?.(report);
    } catch (error) {
      if (error instanceof WorkerEnded) {
        // Nobody knows how many pages the turn had; the host is due again, with another ticket.
        used = pages;
        tickets.done(delivery);
        if (error.isSuspect && parts.failure() === undefined) options.onError?.(ticket.host, error);
        return;
      }
      if (parts.failure() === undefined) options.onError?.(ticket.host, error);
      if (await hosts.failed(ticket, error)) tickets.retry(delivery, retryMs);
      else tickets.done(delivery);
    } finally {
      options.onOver?.(ticket);
      if (counts(delivery)) pagesLeft += pages - used;
    }
  }

  function start(): number {
    let started = 0;
    while (running.size < width && pagesLeft > 0 && !isHeld()) {
      const [delivery] = tickets.receive(1);
      if (!delivery) break;
      const counted = counts(delivery);
      const pages = counted ? Math.min(delivery.ticket.pages, pagesLeft) : delivery.ticket.pages;
      if (counted) pagesLeft -= pages;
      started += 1;
      const turn: Promise<void> = run(delivery, pages).finally(() => {
        running.delete(turn);
        pace.ended();
        width = parts.turns.isBehind() ? Math.max(1, width - 1) : Math.min(options.hosts, width + 1);
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

  /** Looks up the names of hosts while their tickets wait. */
  const dispatching = {
    ...ports,
    tickets: {
      outstanding: () => ports.tickets.outstanding(),
      send(sent: readonly Ticket[]) {
        parts.turns.ahead(sent);
        return ports.tickets.send(sent);
      },
    },
  };

  /** Failures of work for a job: reported at once, noted with the job, and the end of a crawl of that job. */
  const failing = failingJobs(ports, options);
  const hosts = failingHosts(ports, options);

  async function dispatchMore(): Promise<number> {
    pace.looked();
    const report = await dispatch(dispatching, {
      timing: parts.timing,
      maxOutstanding: options.hosts * 2,
      lines,
      mayCrawl: options.mayCrawl,
      ...(options.only ? { only: options.only } : {}),
    });
    failing.dispatched(report.failed ?? []);
    return report.sent;
  }

  async function maintain(): Promise<MaintenanceReport> {
    const now = clock.monotonic();
    maintainedAt = now;
    const { recent } = parts;
    const report = await maintenanceRound(ports, {
      ...{ endBy: now + maintainMs, recent, book },
      async distil(job, endBy) {
        await distilWhenDue(ports, job, { endBy, mostUrls: mostUrlsHere });
        await tellRanksWhenDue(ports, job, { endBy, mostUrls: mostUrlsHere });
        refits.begin(job);
      },
    });
    await failing.maintained(report.failed ?? []);
    return report;
  }

  const stopped = (): CrawlEnd | undefined => {
    if (options.signal?.aborted) return 'interrupted';
    if (pagesLeft <= 0 && running.size === 0) return 'pages';
    return undefined;
  };

  try {
    for (;;) {
      const wasOver = isOver;
      isOver = false;
      const end = stopped();
      if (end) return end;
      if (parts.failure() !== undefined) throw parts.failure();
      if (hosts.failure() !== undefined) throw hosts.failure();
      if (failing.lack() !== undefined) throw failing.lack();
      if (options.halt?.aborted) return 'interrupted';
      // With more tickets than turns the dispatcher can wait: dispatching many hosts at once is cheaper.
      const ready = (await ports.tickets.outstanding()) - running.size;
      const isEnough = ready >= width;
      const sent = isEnough || pace.restMs(running.size) > 0 ? 0 : await dispatchMore();
      const started = start();
      if (!options.only && clock.monotonic() - maintainedAt >= maintainEveryMs) await maintain();
      if (started > 0) isAtRest = false;
      if (started > 0 || sent > 0) {
        if (running.size >= width) await rest(maxSleepMs);
        continue;
      }
      if (running.size > 0) {
        await rest(isEnough ? lookAgainMs : Math.max(1, pace.restMs(running.size)));
        continue;
      }
      if (isHeld()) {
        await rest(lookAgainMs);
        continue;
      }
      const maintained = options.only ? undefined : await maintain();
      if (maintained && hasMoved(maintained)) continue;
      const next = maintained?.busy ? waiting : await whatNext(parts, options);
      if (next.kind === 'end' && !wasOver) {
        // Links of a turn of another loop, written since this round looked for links, wait for the next round.
        isOver = true;
        continue;
      }
      if (next.kind === 'end') {
        if (next.end === 'done') {
          failing.end();
          hosts.end();
        }
        return next.end;
      }
      if (!isAtRest) options.onRest?.();
      isAtRest = true;
      await rest(next.ms);
    }
  } finally {
    await finish(running, options.halt);
    await refits.stop(options.signal?.aborted === true || options.halt?.aborted === true);
    parts.turns.leave();
    await returnWaiting(parts, options);
    if (parts.failure() === undefined) await book.flush();
  }
}

/** Whether hosts may have become due, or the round has to go on. */
function hasMoved({ segments, told = 0, unfinished }: MaintenanceReport): boolean {
  return segments > 0 || told > 0 || unfinished === true;
}

/** Waits for the running turns, unless `halt` aborts. */
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

/**
 * Returns the tickets that no turn took up, also those behind others of their gate: their hosts become due again. A host for
 * which that fails becomes due when the next crawl starts.
 */
async function returnWaiting(parts: LoopParts, { onError }: LoopOptions): Promise<void> {
  const aborted = AbortSignal.abort();
  const { ports } = parts;
  for (const delivery of parts.tickets.withdraw()) {
    const endBy = ports.clock.monotonic() + parts.timing.functionMs;
    const unused = openUnusedPages(ports);
    const suspects = openWorkerIsolation(ports.clock);
    try {
      await harvestTurn(ports, delivery, {
        timing: parts.timing,
        endBy,
        lists,
        ...openOwnShares(ports, endBy),
        unused,
        suspects,
        signal: aborted,
      });
      await unused.giveBack();
    } catch (error) {
      if (parts.failure() === undefined) onError?.(delivery.ticket.host, error);
    }
  }
}
