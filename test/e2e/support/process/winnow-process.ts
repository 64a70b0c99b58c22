import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const script = join(import.meta.dirname, '../../../../bin/winnow.js');

/** How a process ended, and all that it said. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** The command line as a process of its own. */
export interface WinnowProcess {
  readonly pid: number;
  /** What it has said so far. */
  readonly said: { readonly out: string; readonly err: string };
  readonly ended: Promise<Ended>;
  readonly running: boolean;
  kill(signal: NodeJS.Signals): void;
}

/** Starts `winnow` with these arguments; `input` stands on its standard input, which is empty without. */
export function startWinnow(argv: readonly string[], input = ''): WinnowProcess {
  const child: ChildProcess = spawn(process.execPath, [script, ...argv], { stdio: 'pipe' });
  const said = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  child.stdin?.on('error', () => {}).end(input);
  const ended = once(child, 'close').then(([exit, signal]) => ({ exit, signal, ...said }) as Ended);
  return {
    pid: child.pid ?? 0,
    said,
    ended,
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
    kill: (signal) => void child.kill(signal),
  };
}

/** Runs `winnow` to its end. */
export function winnow(argv: readonly string[], input?: string): Promise<Ended> {
  return startWinnow(argv, input).ended;
}
