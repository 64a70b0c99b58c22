import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { readEnvironment } from '../lib/config/stack/environment.ts';
import type { Io } from './io.ts';
import { forTerminal } from './render/base/table.ts';

/** What shells expect of a process that Ctrl-C ended. */
const interruptedExit = 130;

/** The real world. */
export function processIo(): Io {
  // `winnow records | head`: whoever reads us has had enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`winnow: standard output cannot be written: ${error.message}\n`);
    process.exit(1);
  });
  let interrupted: AbortSignal | undefined;
  // A crawl goes on when nobody reads its progress any more, and there is nobody left to tell.
  process.stderr.on('error', () => {});
  return {
    program: programOf(readEnvironment().npmScript),
    out: (result) =>
      void process.stdout.write(
        typeof result === 'string' && process.stdout.isTTY ? forTerminal(result) : result,
      ),
    async drained() {
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
    },
    err: (text) => void process.stderr.write(process.stderr.isTTY ? forTerminal(text) : text),
    live: process.stderr.isTTY === true,
    columns: process.stderr.columns ?? 80,
    input: () => process.stdin.setEncoding('utf8') as AsyncIterable<string>,
    inputIsTerminal: process.stdin.isTTY === true,
    // Who asks later has heard of it, too.
    interrupted: () => {
      interrupted ??= interruptSignal();
      return interrupted;
    },
    standBack,
    keepSmall,
  };
}

/** Young objects take no room beside others that is not in use: 27 MB less (bench/results/console.md). */
function keepSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

function standBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that refuses: it runs as it did.
  }
}

/** How the command line was called, for command lines that it proposes. @param npmScript what npm says that it runs */
export function programOf(npmScript: string | undefined): string {
  if (npmScript === undefined) return 'winnow';
  return npmScript === 'npx' ? 'npx winnow' : 'npm run winnow --';
}

function interruptSignal(): AbortSignal {
  const { signal, interrupt } = interruption(
    () => performance.now(),
    () => process.exit(interruptedExit),
  );
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return signal;
}

/**
 * A request to stop may come several times: the terminal sends it to all processes of the group, and npm and our launcher
 * hand it on. What comes within this time is the first request.
 */
const sameRequestMs = 1_000;

/**
 * What happens to requests to stop: the first one aborts the signal, a later one calls `end`.
 * @param now monotonic ms
 */
export function interruption(
  now: () => number,
  end: () => void,
): { readonly signal: AbortSignal; readonly interrupt: () => void } {
  const controller = new AbortController();
  let firstAt: number | undefined;
  return {
    signal: controller.signal,
    interrupt() {
      if (firstAt !== undefined && now() - firstAt >= sameRequestMs) end();
      firstAt ??= now();
      controller.abort();
    },
  };
}
