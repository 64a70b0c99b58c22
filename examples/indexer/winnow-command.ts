import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Change, parseLine, readChange, readTurn, type TurnChanges } from './change.ts';
import type { Source } from './take-in.ts';

/** Winnow's command line as the process to start: elsewhere `winnow` alone. */
const command = [process.execPath, new URL('../../bin/winnow.js', import.meta.url).pathname] as const;

/** What follows the changes of a turn: there are no more of them, or so far everything has been told. */
type Told = { readonly turn: TurnChanges } | { readonly point: string };

/** The lines that `winnow events …` prints, as they come. @throws Error with what it said when it fails */
export async function* eventLines(argv: readonly string[]): AsyncGenerator<string> {
  const child = spawn(command[0], [command[1], 'events', ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close');
  try {
    yield* createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
    const [exit] = await ended;
    if (exit !== 0) throw new Error(`winnow events ${argv.join(' ')}: ${said.trim()}`);
  } finally {
    child.kill();
  }
}

/** The objects of a replay, each as soon as its last line is known, and the points between them. */
export async function* replayed(lines: AsyncIterable<string>): AsyncGenerator<Told> {
  let open: string[] = [];
  let first: Change | undefined;
  const whole = function* (): Generator<Told> {
    if (first !== undefined)
      yield { turn: readTurn({ job: first.job, host: first.host, turn: first.turn }, open) };
    open = [];
    first = undefined;
  };
  for await (const line of lines) {
    const { point } = parseLine(line) as { readonly point?: string };
    if (point !== undefined) {
      yield* whole();
      yield { point };
      continue;
    }
    const change = readChange(line);
    if (change.host !== first?.host || change.turn !== first.turn) yield* whole();
    first ??= change;
    open.push(line);
  }
  yield* whole();
}

/** Reads again through Winnow's command, which knows where the objects are. @param target `--job DIR`, or `--stack NAME …` */
export function commandSource(target: readonly string[]): Source {
  return {
    // To its end, beyond `upTo`: it is then that the command says whether anything was missing.
    async *between(_job, host, { after, since }) {
      const from = since ?? String(after + 1);
      const lines = eventLines(['replay', '--host', host, '--from', from, ...target]);
      for await (const told of replayed(lines)) if ('turn' in told) yield told.turn;
    },
  };
}
