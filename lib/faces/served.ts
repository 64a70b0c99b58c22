import { defined } from '../base/defined.ts';
import { WinnowError } from '../base/error.ts';
import { type Answer, ask } from '../operations/ask.ts';
import type { NamedOperation, Put } from '../pipeline/operation/operation.ts';
import type { Workplace } from '../pipeline/operation/place.ts';
import type { Said } from '../pipeline/operation/said.ts';

/** What a face answers from. */
export interface Served {
  readonly place: Workplace;
  readonly workers: Workers;
  /** Hears of errors that are ours. */
  onFault(error: unknown): void;
}

/** Work that only a process does which has the data directory for itself. */
export interface Workers {
  /** Aborts when the face ends. */
  readonly ending: AbortSignal;
  /**
   * @param runsTurns the work may be done beside other such work of this process
   * @throws WinnowError `locked` when another process, or other work of this one, has the directory
   */
  run<T>(work: (place: Workplace) => Promise<T>, runsTurns: boolean): Promise<T>;
  /** Ends what goes on, with what it has begun. */
  end(): Promise<void>;
}

interface Opened {
  readonly place: Workplace;
  close(): Promise<void>;
}

/** @param open the place as the only process at work in it */
export function openWorkers(open: () => Promise<Opened>): Workers {
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  let users = 0;
  let shared: Promise<Opened> | undefined;
  let closing: Promise<void> | undefined;

  async function byItself<T>(work: (place: Workplace) => Promise<T>): Promise<T> {
    const own = await open();
    return await work(own.place).finally(() => own.close());
  }

  async function besideOthers<T>(work: (place: Workplace) => Promise<T>): Promise<T> {
    while (closing !== undefined) await closing;
    users += 1;
    shared ??= open();
    const opened = shared;
    try {
      return await work((await opened).place);
    } finally {
      users -= 1;
      if (users === 0) {
        shared = undefined;
        closing = opened
          .then((one) => one.close())
          .catch(() => undefined)
          .finally(() => {
            closing = undefined;
          });
        await closing;
      }
    }
  }

  return {
    ending: ending.signal,
    async run(work, runsTurns) {
      const one = runsTurns ? besideOthers(work) : byItself(work);
      running.add(one);
      return await one.finally(() => running.delete(one));
    },
    async end() {
      ending.abort();
      await Promise.allSettled(running);
    },
  };
}

export interface Client {
  /** Stands in the log of commands. */
  readonly by: string;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** Takes the files that an operation makes; absent: it makes none. */
  readonly put?: Put;
}

type Raw = Readonly<Record<string, unknown>>;

/** Whether nothing is changed, whatever the operation does. */
export function isDryRun({ operation }: NamedOperation, raw: Raw): boolean {
  return raw.dryRun === true || (operation.effect === 'destroys' && raw.confirmed !== true);
}

/** What is over within this time is answered with what came of it. */
const beginningMs = 1_000;

/** Asks for an operation as a client does. Of what goes on for long, the answer is that it has begun. @throws WinnowError as `ask` */
export async function askServed(
  named: NamedOperation,
  raw: Raw,
  client: Client,
  served: Served,
): Promise<Answer> {
  if (!named.operation.goesOn) return await askToTheEnd(named, raw, client, served);
  let heard: (item: Said) => void = () => undefined;
  const begun = new Promise<Answer>((resolve) => {
    heard = ({ said }) => {
      if (said.code !== 'progress') return;
      heard = () => undefined;
      setTimeout(resolve, beginningMs, { begun: true });
    };
  });
  const asked = askToTheEnd(named, raw, client, served, (item) => heard(item));
  const first = await Promise.race([asked, begun]);
  // Nobody else hears of what goes wrong from now on.
  if ('begun' in first) asked.catch((error: unknown) => served.onFault(error));
  return first;
}

/** So much of what is told waits for a client that does not take it. */
const mostWaiting = 1_000;

/**
 * What is told of something that goes on, as it comes, and last what came of it. It goes on without a client that leaves, and waits for
 * none: of what one does not take, the latest is kept.
 */
export async function* followServed(
  ...[named, raw, client, served]: Parameters<typeof askServed>
): AsyncGenerator<Said | Answer, void> {
  const waiting: Said[] = [];
  let isFollowed = true;
  let wake = (): void => undefined;
  let isOver = false;
  const heard = (item: Said): void => {
    if (!isFollowed) return;
    waiting.push(item);
    if (waiting.length > mostWaiting) waiting.shift();
    wake();
  };
  const asked = askToTheEnd(named, raw, client, served, heard).finally(() => {
    isOver = true;
    wake();
  });
  asked.catch((error: unknown) => {
    if (!isFollowed) served.onFault(error);
  });
  try {
    while (!isOver || waiting.length > 0) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    yield await asked;
  } finally {
    isFollowed = false;
    waiting.length = 0;
  }
}

/** @param heard hears how it goes */
async function askToTheEnd(
  named: NamedOperation,
  raw: Raw,
  { by, signal, put }: Client,
  served: Served,
  heard?: (said: Said) => void,
): Promise<Answer> {
  // What changes something goes on when its client leaves: asked again with its request id, it says what came of it.
  const { effect, isStream } = named.operation;
  const { ending } = served.workers;
  const until = effect === 'reads' || isStream ? AbortSignal.any([signal, ending]) : ending;
  const hearing = heard === undefined ? {} : { heard: heard as (item: unknown) => void };
  const asker = { by, reason: '', signal: until, ...defined({ put }), ...hearing };
  try {
    return await whereItRuns(named, raw, served, (place) => ask(named, place, raw, asker));
  } catch (error) {
    throw await withoutOthers(error, raw, served);
  }
}

/** Of a job that is not there nothing but that is told: the words for whoever runs the crawl name the other jobs, and a folder. */
async function withoutOthers(error: unknown, { job }: Raw, { place }: Served): Promise<unknown> {
  const isMissing = error instanceof WinnowError && error.code === 'not-found';
  if (!isMissing || typeof job !== 'string') return error;
  const found = await place.ports.jobs.job(job).catch(() => undefined);
  return found === undefined ? new WinnowError('not-found', `there is no job ${job}`) : error;
}

/** Long work runs as that of the only process at work in the data directory; where there is another one, it is ordered. */
async function whereItRuns<T>(
  named: NamedOperation,
  raw: Raw,
  { place, workers }: Served,
  work: (place: Workplace) => Promise<T>,
): Promise<T> {
  const { isAlone, takesLong, runsTurns = false } = named.operation;
  if (isDryRun(named, raw) || !(isAlone || takesLong?.(raw))) return await work(place);
  let isBegun = false;
  try {
    return await workers.run((own) => {
      isBegun = true;
      return work(own);
    }, runsTurns);
  } catch (error) {
    const isLocked = error instanceof WinnowError && error.code === 'locked';
    if (isAlone || isBegun || !isLocked) throw error;
    return await work(place);
  }
}
