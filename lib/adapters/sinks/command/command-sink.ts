import { WinnowError } from '../../../base/error.ts';
import { jsonLine } from '../../../base/json-line.ts';
import type { CommandSettings } from '../../../capabilities/sinks/local-settings.ts';
import { readEnvironment } from '../../../config/stack/environment.ts';
import { eventVersion } from '../../../domain/collection/record.ts';
import type { RecordChange } from '../../../pipeline/feed/outgoing.ts';
import type { Sink, SinkPlan, SinkRefusal, SinkType } from '../../../pipeline/sinks/sink.ts';
import { type Program, startProgram } from './program.ts';

/**
 * A program that reads change lines. `batch`: it is run for each batch, and exit code 0 acknowledges that. `stay`: it goes on; an empty
 * line ends a batch, and its line `ok` acknowledges one. Before that it may say what it refuses: `{"md5":"…","refused":"why"}`.
 */
export const commandSink: SinkType<CommandSettings> = {
  name: 'command',
  isLocal: true,
  batch: { changes: 500, bytes: 8_000_000 },
  open: async (plan) => new CommandSink(plan),
};

class CommandSink implements Sink {
  readonly #plan: SinkPlan<CommandSettings>;
  #staying: Program | undefined;

  constructor(plan: SinkPlan<CommandSettings>) {
    this.#plan = plan;
  }

  async push(changes: readonly RecordChange[], signal: AbortSignal): Promise<readonly SinkRefusal[]> {
    return await this.#give(changes.map(lineOf), signal);
  }

  async publish(signal: AbortSignal): Promise<void> {
    await this.#give([JSON.stringify({ v: eventVersion, publish: this.#plan.generation })], signal);
  }

  async close(): Promise<void> {
    const staying = this.#staying;
    this.#staying = undefined;
    await staying?.end();
  }

  async #give(lines: readonly string[], signal: AbortSignal): Promise<readonly SinkRefusal[]> {
    const { settings } = this.#plan;
    const stays = settings.mode === 'stay';
    const program = this.#staying ?? this.#start();
    if (stays) this.#staying = program;
    try {
      const text = lines.map((line) => `${line}\n`).join('');
      const said = await program.give(stays ? `${text}\n` : text, {
        ...{ stays, signal, timeMs: settings.timeoutMs },
      });
      return refusalsIn(said);
    } catch (error) {
      this.#staying = undefined;
      program.kill();
      throw error;
    }
  }

  #start(): Program {
    const { job, name, generation, directory, settings } = this.#plan;
    const { programPath = '' } = readEnvironment();
    return startProgram(settings.command, {
      ...(directory !== undefined && { cwd: directory }),
      env: {
        ...{ PATH: programPath, LANG: 'C.UTF-8', WINNOW_JOB: job, WINNOW_SINK: name },
        WINNOW_GENERATION: String(generation),
      },
    });
  }
}

/** As `winnow export --to jsonl` has it. */
function lineOf(change: RecordChange): string {
  return jsonLine(
    'gone' in change
      ? JSON.stringify({ v: eventVersion, ...change.gone, change: 'deleted' })
      : JSON.stringify({ ...change.line, change: change.change }),
  );
}

/** What a program says that it refuses. @throws WinnowError `config` for what is none of that */
function refusalsIn(lines: readonly string[]): readonly SinkRefusal[] {
  return lines.flatMap((line) => {
    const said = parsed(line);
    if (said === undefined) return [];
    const { md5, refused } = said;
    if (typeof md5 === 'string' && typeof refused === 'string') return [{ md5, why: refused }];
    throw new WinnowError(
      'config',
      `the program says ${line.slice(0, 200)}: it should say {"md5":…,"refused":…}`,
    );
  });
}

/** Undefined: not meant for us. */
function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
