import type { ExitCode, Io } from '../../bin/io.ts';
import { main } from '../../bin/main.ts';

export interface Run {
  readonly exit: ExitCode;
  readonly out: string;
  readonly err: string;
}

export interface World {
  /** What stands on standard input. */
  readonly input?: string;
  readonly live?: boolean;
  readonly interrupt?: AbortSignal;
  /** Called when the command lets other programs go first. */
  readonly standBack?: () => void;
}

/** Runs the command line in this process and keeps what it says. */
export async function winnow(argv: readonly string[], world: World = {}): Promise<Run> {
  const { io, said } = testIo(world);
  const exit = await main(argv, io);
  return { exit, ...said };
}

/** A world for commands that keeps what they say. */
export function testIo(world: World = {}): { readonly io: Io; readonly said: { out: string; err: string } } {
  const said = { out: '', err: '' };
  const io: Io = {
    program: 'winnow',
    out: (result) => {
      // Each byte as one character, so that none is lost.
      said.out += typeof result === 'string' ? result : Buffer.from(result).toString('latin1');
    },
    drained: async () => {},
    err: (text) => {
      said.err += text;
    },
    live: world.live ?? false,
    columns: 80,
    input: async function* () {
      yield world.input ?? '';
    },
    inputIsTerminal: false,
    interrupted: () => world.interrupt ?? new AbortController().signal,
    standBack: () => world.standBack?.(),
    keepSmall: () => undefined,
  };
  return { io, said };
}
