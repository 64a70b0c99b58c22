import type { LeftTicket } from '../../adapters/embedded/tables/recover.ts';
import { WinnowError } from '../../base/error.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { VisitSeen } from '../../pipeline/turn/turn.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { deadlyPages } from './deadly-pages.ts';
import { gatePlaces } from './gate-places.ts';
import { type FromWorker, receivedError, type TurnOrder, type WorkerStart } from './messages.ts';
import type { TurnDone } from './run-ticket.ts';
import { visitsOf } from './visit-log.ts';
import { nextCount, type WorkerCount } from './worker-count.ts';
import { heapOf, spawnThread } from './worker-memory.ts';
import { type SpawnWorker, type WorkerDeath, type WorkerThread, workerThread } from './worker-thread.ts';

export interface WorkerPoolOptions {
  readonly dataDir: string;
  /** The offset of this thread's clock now. */
  readonly clockOffset: () => number;
  /** Commits what this thread has written: workers read it. */
  readonly flush: () => void;
  /** Makes the tickets and gates of a worker that ended free. */
  readonly free: (left: readonly LeftTicket[]) => void;
  /** Called when documents wait for a converter. */
  readonly onOrdered: () => void;
  /** How long a thread may take to start, ms; then the crawl ends. Default 60,000. */
  readonly startMs?: number;
  /** How long a page may be read, ms. Default 20,000. */
  readonly pageMs?: number;
  /** How long a worker may stand still without reading a page, ms. Default 60,000. */
  readonly silentMs?: number;
  /** Megabytes of V8 heap of each worker. Default: `heapOf`. */
  readonly maxHeapMb?: number;
  /** Default: threads of this process. */
  readonly spawn?: SpawnWorker;
}

/** The turns of one crawl on the workers. */
export interface WorkerTurns {
  /**
   * Runs a turn on a worker.
   * @throws WorkerEnded when the worker ended: its tickets and gates are free again; what the turn threw
   */
  run(order: TurnOrder): Promise<TurnDone>;
  /** These tickets come soon: their names are looked up where their turns will be. */
  ahead(tickets: readonly Ticket[]): void;
  /** No turn runs any more. */
  leave(): void;
}

export interface WorkerPool {
  /** Makes room for so many workers. */
  grow(count: WorkerCount): void;
  /** Starts the first workers, as many as there will be turns for, so that they are ready when turns come. */
  start(count: number): void;
  /** Resolves when a worker can run turns, or none is being started; after `startMs` with a `failure`. */
  ready(): Promise<void>;
  join(signal: AbortSignal | undefined, onVisit: (seen: VisitSeen) => void): WorkerTurns;
  /** Why a worker can store nothing any more, or why workers do not stay alive; undefined: all is well. */
  failure(): unknown;
  /** Ends the workers, when no turn runs. */
  close(): Promise<void>;
}

/** A worker ended during a turn. The ticket of the turn is not valid any more; its host is due again. */
export class WorkerEnded extends WinnowError {
  /** The host of the turn may have ended the worker. */
  readonly isSuspect: boolean;

  constructor(why: string, isSuspect: boolean) {
    super('unavailable', `a worker ended: ${why}`);
    this.name = 'WorkerEnded';
    this.isSuspect = isSuspect;
  }
}

const lookMs = 500;
/** Opened bodies that all workers together keep. */
const cachedBodies = 512;
/** So many ends of workers in a row, without a turn that came to its end, are no fault of pages. */
const maxDeaths = 10;

interface Running {
  readonly ticket: Ticket;
  readonly crawl: Crawl;
  readonly resolve: (end: TurnDone) => void;
  readonly reject: (error: unknown) => void;
}

interface Crawl {
  readonly number: number;
  readonly signal: AbortSignal | undefined;
  readonly onVisit: (seen: VisitSeen) => void;
}

interface Slot {
  thread: WorkerThread | undefined;
  readonly running: Map<number, Running>;
}

/**
 * The workers of one machine. Each runs turns on a thread of its own, those of a gate always on the same one while that has
 * room, so that opened bodies stay warm. A worker that ends, or stands still and is ended, costs only the turns that it
 * had; another one takes its place with the next turn.
 */
export function workerPool(options: WorkerPoolOptions): WorkerPool {
  const {
    dataDir,
    clockOffset,
    startMs = 60_000,
    pageMs = 20_000,
    silentMs = 60_000,
    maxHeapMb,
    spawn = spawnThread,
  } = options;
  const slots: Slot[] = [];
  /** Slots that are given turns; the others wait until these have no time left. */
  let given = 0;
  const crawls = new Set<Crawl>();
  const places = gatePlaces();
  const deadly = deadlyPages();
  let numbers = 0;
  let broken: unknown;
  let deathsInARow = 0;
  let watch: NodeJS.Timeout | undefined;

  function threadOf(slot: Slot): WorkerThread {
    if (slot.thread !== undefined) return slot.thread;
    const start: Omit<WorkerStart, 'note'> = {
      dataDir,
      clockOffset: clockOffset(),
      cachedBodies: Math.ceil(cachedBodies / slots.length),
    };
    const thread = workerThread(
      { start, startMs, pageMs, silentMs, maxHeapMb: maxHeapMb ?? heapOf(slots.length), spawn },
      { onMessage: (message) => received(slot, message), onDeath: (death) => died(slot, death) },
    );
    slot.thread = thread;
    const pages = deadly.unreadable();
    if (pages.length > 0) thread.post({ kind: 'unreadable', pages });
    watch ??= setInterval(look, lookMs).unref();
    return thread;
  }

  function look(): void {
    for (const { thread } of slots) thread?.look();
    const loads = slots.slice(0, given).map(({ thread }) => thread?.load() ?? 0);
    given = nextCount(loads, slots.length);
  }

  /** The turns that each of the given workers runs. */
  const turnsOf = (): number[] => slots.slice(0, given).map(({ running }) => running.size);

  function settle(slot: Slot, number: number): Running | undefined {
    const running = slot.running.get(number);
    slot.running.delete(number);
    if (slot.running.size === 0) slot.thread?.hold(false);
    return running;
  }

  function received(slot: Slot, message: FromWorker): void {
    if ('seen' in message) {
      for (const seen of message.seen) {
        const onVisit = slot.running.get(seen.number)?.crawl.onVisit;
        if (onVisit !== undefined) visitsOf(seen).forEach(onVisit);
      }
    }
    switch (message.kind) {
      case 'turned': {
        deathsInARow = 0;
        const lost = message.lost.map(({ what, error }) => ({ what, error: receivedError(error) }));
        settle(slot, message.number)?.resolve({ report: message.report, lost });
        return;
      }
      case 'failed':
        settle(slot, message.number)?.reject(receivedError(message.error));
        return;
      case 'broken':
        broken ??= receivedError(message.error);
        return;
      case 'ordered':
        options.onOrdered();
        return;
      default:
    }
  }

  function died(slot: Slot, death: WorkerDeath): void {
    slot.thread = undefined;
    const left = [...slot.running.values()];
    slot.running.clear();
    const { page, isUnborn } = death;
    const host = page === undefined ? undefined : hostOf(page as CanonicalUrl);
    const isSuspect = ({ ticket }: Running): boolean =>
      !isUnborn && !death.isCertain && (host === undefined || ticket.host === host);
    if (page === undefined) deathsInARow += 1;
    else {
      const pages = deadly.note(page, death);
      if (pages.length > 0) for (const one of slots) one.thread?.post({ kind: 'unreadable', pages });
    }
    try {
      options.free(left.map((one) => ({ ...one.ticket, isSuspect: isSuspect(one) })));
    } catch (error) {
      broken ??= error;
    }
    if (death.isLate) broken ??= new WinnowError('unavailable', `a worker ended: ${death.why}`);
    if (deathsInARow >= maxDeaths)
      broken ??= new WinnowError('internal', `workers end again and again: ${death.why}`);
    for (const one of left) one.reject(new WorkerEnded(death.why, isSuspect(one)));
  }

  return {
    grow({ least, most }) {
      while (slots.length < most) slots.push({ thread: undefined, running: new Map() });
      given = Math.max(given, least);
    },
    start(count) {
      for (const slot of slots.slice(0, Math.min(count, given))) threadOf(slot);
    },
    async ready() {
      const threads = slots.flatMap(({ thread }) => thread ?? []);
      if (threads.length === 0) return;
      // A process with nothing else to do would end.
      for (const thread of threads) thread.hold(true);
      await Promise.race(threads.map(({ started }) => started));
      for (const { thread, running } of slots) thread?.hold(running.size > 0);
    },
    failure: () => broken,
    join(signal, onVisit) {
      numbers += 1;
      const crawl: Crawl = { number: numbers, signal, onVisit };
      crawls.add(crawl);
      const tell = (kind: 'stop' | 'over'): void => {
        for (const { thread } of slots) thread?.post({ kind, crawl: crawl.number });
      };
      const stop = (): void => tell('stop');
      signal?.addEventListener('abort', stop, { once: true });
      return {
        run(order) {
          options.flush();
          const { ticket } = order.delivery;
          const slot = slots[places.of(ticket.gate, turnsOf())] as Slot;
          const thread = threadOf(slot);
          numbers += 1;
          const number = numbers;
          return new Promise((resolve, reject) => {
            slot.running.set(number, { ticket, crawl, resolve, reject });
            thread.hold(true);
            const isStopped = signal?.aborted === true;
            thread.post({ kind: 'turn', number, crawl: crawl.number, isStopped, order });
          });
        },
        ahead(tickets) {
          const sizes = turnsOf();
          for (const [place, own] of Map.groupBy(tickets, ({ gate }) => places.of(gate, sizes)))
            slots[place]?.thread?.post({ kind: 'ahead', hosts: own.map(({ host }) => host) });
        },
        leave() {
          signal?.removeEventListener('abort', stop);
          crawls.delete(crawl);
          tell('over');
        },
      };
    },
    async close() {
      clearInterval(watch);
      await Promise.all(slots.map(({ thread }) => thread?.close()));
    },
  };
}
