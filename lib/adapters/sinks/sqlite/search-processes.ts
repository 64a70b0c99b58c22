import { type ErrorCode, WinnowError } from '../../../base/error.ts';
import type { SearchFound, SearchRequest } from '../../../pipeline/operation/search-index.ts';
import { AskedPlaces } from '../../system/asked-places.ts';
import { AskedProcess, oneAnswer } from '../../system/asked-process.ts';
import { ownProgram } from '../../system/own-program.ts';

export interface SearchQuestion {
  readonly file: string;
  readonly request: SearchRequest;
}

export type SearchAnswer =
  | { readonly found: SearchFound }
  | { readonly code: ErrorCode; readonly says: string };

/** Queries that are answered side by side: each has a process. */
const mostAtOnce = 4;
/** Queries that wait for one of them. */
const mostWaiting = 100;
const usualMs = 10_000;
/** A process that nobody asks ends after this time: the first query after it waits for a new one. */
const idleMs = 60_000;

/** What a process runs, where nothing is bundled. */
const fromItsFile = ownProgram(import.meta.url, 'search-child');

/** Asks indexes of sinks in processes, so that a slow query holds up neither this process nor other queries. */
export class SearchProcesses {
  readonly #program: URL;
  readonly #timeMs: number;
  readonly #idle = new Map<AskedProcess, NodeJS.Timeout>();
  readonly #places: AskedPlaces;
  #isClosed = false;

  /** @param program what a process runs instead of search-child's own file: a bundle of it */
  constructor({ program = fromItsFile, timeMs = usualMs }: { program?: URL | undefined; timeMs?: number }) {
    this.#program = program;
    this.#timeMs = timeMs;
    this.#places = new AskedPlaces({ atOnce: mostAtOnce, mostWaiting, waitMs: timeMs, refused });
  }

  /** @throws WinnowError as `searchPages`; `unavailable` for a query that takes too long, or that too many others are before */
  async find(question: SearchQuestion, signal?: AbortSignal): Promise<SearchFound> {
    return await this.#places.take(() => this.#ask(question, signal), signal);
  }

  /** Ends the processes that nobody asks now, and the others after their answers. */
  close(): void {
    this.#isClosed = true;
    for (const process of this.#idle.keys()) this.#end(process);
  }

  async #ask(question: SearchQuestion, signal: AbortSignal | undefined): Promise<SearchFound> {
    const process = this.#process();
    const how = { timeMs: this.#timeMs, advice: 'ask for rarer words, or again later', signal, refused };
    try {
      const answer = await process.ask(question, how, oneAnswer<SearchAnswer>);
      if (answer === undefined)
        throw new WinnowError(
          'internal',
          `the process that searches ${question.file} ended: ${process.errors}`,
        );
      if ('found' in answer) return answer.found;
      throw new WinnowError(answer.code, answer.says);
    } finally {
      this.#keep(process);
    }
  }

  #process(): AskedProcess {
    for (const [process, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(process);
      if (!process.hasEnded) return process;
    }
    return new AskedProcess(this.#program);
  }

  #keep(process: AskedProcess): void {
    if (process.hasEnded) return;
    if (this.#isClosed) process.close();
    else this.#idle.set(process, setTimeout(() => this.#end(process), idleMs).unref());
  }

  #end(process: AskedProcess): void {
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    process.close();
  }
}

function refused(why: string): WinnowError {
  return new WinnowError('unavailable', `the search is not answered: ${why}`);
}
