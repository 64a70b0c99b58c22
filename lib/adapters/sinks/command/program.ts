import { type ChildProcess, spawn } from 'node:child_process';
import { WinnowError } from '../../../base/error.ts';

/** A program that is handed lines. */
export interface Program {
  /**
   * Hands it lines, and waits until it has acknowledged them: by its end with code 0, or, if it stays, by a line `ok`.
   * @returns what else it said
   * @throws WinnowError `unavailable`, `config` for a program that cannot be started
   */
  hand(
    text: string,
    how: { readonly stays: boolean; readonly timeMs: number; readonly signal: AbortSignal },
  ): Promise<readonly string[]>;
  /** Lets it read that nothing more comes, and ends it when it does not end by itself. */
  end(): Promise<void>;
  kill(): void;
}

/** Characters of what it says of its failure, and of what it answers to a batch. */
const [maxComplaint, maxAnswer] = [300, 1_000_000];
const endMs = 5_000;

/** Starts a program in a process group of its own, without a shell. */
export function startProgram(
  [program = '', ...args]: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env: Readonly<Record<string, string>> },
): Program {
  const child = spawn(program, args, {
    ...{ detached: true, stdio: 'pipe' as const, env },
    ...(cwd !== undefined && { cwd }),
  });
  let answer = '';
  let complaint = '';
  let failure: WinnowError | undefined;
  let isEnded = false;
  let hear = (): void => undefined;
  // A program that ends before it has read all says so by its code.
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
    if (answer.length > maxAnswer) {
      failure = new WinnowError('unavailable', `${program} answers more than ${maxAnswer} characters`);
      kill(child);
    }
    hear();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < maxComplaint) complaint += text;
  });
  child.on('error', (error) => {
    failure ??= new WinnowError('config', `${program} does not start: ${error.message}`);
    isEnded = true;
    hear();
  });
  child.on('close', (code, by) => {
    const how = code === null ? `was ended by ${by}` : `ended with code ${code}`;
    const said = complaint.trim().slice(0, maxComplaint);
    if (code !== 0)
      failure ??= new WinnowError('unavailable', `${program} ${how}${said === '' ? '' : `: ${said}`}`);
    isEnded = true;
    hear();
  });

  /** Whether it has acknowledged what it was handed. */
  function isAcknowledged(stays: boolean): boolean {
    if (!stays) return isEnded;
    if (isEnded) failure ??= new WinnowError('unavailable', `${program} ended, and should have stayed`);
    return /(?:^|\n)ok\r?\n/.test(answer);
  }

  return {
    hand: (text, { stays, timeMs, signal }) =>
      new Promise((resolve, reject) => {
        const done = (error?: unknown): void => {
          clearTimeout(late);
          signal.removeEventListener('abort', stop);
          hear = () => undefined;
          if (error !== undefined) reject(error);
          const lines = answer.split('\n').filter((line) => line.trim() !== '' && line.trim() !== 'ok');
          answer = '';
          resolve(lines);
        };
        const late = setTimeout(() => {
          kill(child);
          done(
            new WinnowError('unavailable', `${program} took longer than ${timeMs / 1_000} s, and was killed`),
          );
        }, timeMs);
        const stop = (): void => {
          kill(child);
          done(new WinnowError('unavailable', `${program} was stopped`));
        };
        signal.addEventListener('abort', stop, { once: true });
        hear = () => {
          const isThere = isAcknowledged(stays);
          if (failure !== undefined) done(failure);
          else if (isThere) done();
        };
        if (stays) child.stdin.write(text);
        else child.stdin.end(text);
        hear();
      }),
    async end() {
      if (isEnded) return;
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
      child.stdin.end();
      const late = setTimeout(() => kill(child), endMs);
      await ended;
      clearTimeout(late);
    },
    kill: () => kill(child),
  };
}

/** Ends a process and all that it started. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
