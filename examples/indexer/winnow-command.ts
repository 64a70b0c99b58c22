import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Change, parseLine, type TellDamage, type TurnChanges, TurnCollector } from './change.ts';
import type { Source } from './take-in.ts';

/** Winnow's command line as the process to start: elsewhere `winnow` alone. */
const command = [process.execPath, fileURLToPath(new URL('../../bin/winnow.js', import.meta.url))] as const;

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
    yield* linesOf(child.stdout.setEncoding('utf8'));
    const [exit] = await ended;
    if (exit !== 0) throw new Error(`winnow events ${argv.join(' ')}: ${said.trim()}`);
  } finally {
    child.kill();
  }
}

/** Lines without their ends. Only a line feed ends one: JSON may hold what others take for the end of a line. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const piece of pieces) {
    const [first = '', ...more] = piece.split('\n');
    rest.push(first);
    for (const next of more) {
      yield rest.join('');
      rest = [next];
    }
  }
  const last = rest.join('');
  if (last !== '') yield last;
}

/**
 * The turns of a replay, each as soon as its last line is known, and the points between them. Lines that are damaged are
 * left out, and `tell` is told of them.
 */
export async function* replayed(lines: AsyncIterable<string>, tell?: TellDamage): AsyncGenerator<Told> {
  const turns = new TurnCollector();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const { first } = turns;
    const after = first === undefined ? '' : `, after changes of turn ${first.turn} of ${first.host},`;
    const said = parseLine(line, `line ${number} of the replay${after}`, tell) as
      | (Change & { readonly point?: string })
      | undefined;
    const ended = said?.point === undefined ? turns.add(said) : turns.end();
    for (const turn of ended) yield { turn };
    if (said?.point !== undefined) yield { point: said.point };
  }
  for (const turn of turns.end()) yield { turn };
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
