import { AskedProcess, oneAnswer } from '../../adapters/system/asked-process.ts';
import { ownProgram } from '../../adapters/system/own-program.ts';
import { defined } from '../../base/defined.ts';
import { type ErrorCode, WinnowError } from '../../base/error.ts';
import type { CopyCrawl } from '../shared/copy-crawl.ts';
import { threadFile } from '../shared/thread-file.ts';

/** What the process is told. */
export interface CopyOrder {
  readonly dataDir: string;
  readonly job: string;
  readonly file: string;
  readonly unless?: string;
}

/** What it says at its end. */
export type CopyEnd = { readonly made: boolean } | { readonly code: ErrorCode; readonly says: string };

/** One copy is made after the other: one that never ends must not keep all others from being made. */
const longestMs = 6 * 3_600_000;

/**
 * Copies in a process of its own: who serves others meanwhile goes on, and has the memory back (bench/results/console.md). It ends with
 * this process, whose end closes what it reads.
 */
export function copyApart(dataDir: string): CopyCrawl {
  return async ({ name: job }, file, unless) => {
    const process = new AskedProcess(threadFile('copy-child') ?? ownProgram(import.meta.url, 'copy-child'));
    const refused = (why: string): WinnowError =>
      new WinnowError('unavailable', `${job} is not copied: ${why}`);
    const how = { timeMs: longestMs, advice: 'write it as Parquet', refused };
    const order = { dataDir, job, file, ...defined({ unless }) } satisfies CopyOrder;
    try {
      const end = await process.ask(order, how, oneAnswer<CopyEnd>);
      if (end === undefined)
        throw new WinnowError('internal', `the process that copies ${job} ended: ${process.errors}`);
      if ('code' in end) throw new WinnowError(end.code, end.says);
      return end.made;
    } finally {
      process.close();
    }
  };
}
