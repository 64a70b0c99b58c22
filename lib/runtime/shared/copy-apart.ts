import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type ErrorCode, WinnowError } from '../../base/error.ts';
import type { CopyCrawl } from './copy-crawl.ts';
import { threadFile } from './thread-file.ts';

/** What the process is told. */
export interface CopyOrder {
  readonly dataDir: string;
  readonly job: string;
  readonly file: string;
  readonly unless?: string;
}

/** What it says at its end. */
export type CopyEnd = { readonly made: boolean } | { readonly code: ErrorCode; readonly says: string };

/** Bundles lie side by side. */
const fromItsFile = new URL(
  import.meta.url.endsWith('.ts') ? '../embedded/copy-child.ts' : './copy-child.js',
  import.meta.url,
);
const longestError = 2_000;

/**
 * Copies in a process of its own: who serves others meanwhile goes on, and has the memory back (bench/results/console.md). It ends with
 * this process, whose end closes what it reads.
 */
export function copyApart(dataDir: string): CopyCrawl {
  return async ({ name: job }, file, unless) => {
    const program = fileURLToPath(threadFile('copy-child') ?? fromItsFile);
    const options = ['--disable-warning=ExperimentalWarning', program];
    const child = spawn(process.execPath, options, { stdio: 'pipe' });
    const over = new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve());
    });
    const order = { dataDir, job, file, ...(unless === undefined ? {} : { unless }) } satisfies CopyOrder;
    child.stdin.on('error', () => undefined).write(`${JSON.stringify(order)}\n`);
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr), over]);
    const end = endOf(said);
    if (end === undefined)
      throw new WinnowError(
        'internal',
        `the process that copies ${job} ended: ${errors.slice(-longestError)}`,
      );
    if ('code' in end) throw new WinnowError(end.code, end.says);
    return end.made;
  };
}

/** Undefined where it ended before it had said all. */
function endOf(said: string): CopyEnd | undefined {
  try {
    return JSON.parse(said) as CopyEnd;
  } catch {
    return undefined;
  }
}
