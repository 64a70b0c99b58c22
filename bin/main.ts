import { Command, CommanderError } from 'commander';
import { WinnowError } from '../lib/base/error.ts';
import { printable } from '../lib/base/printable.ts';
import { version } from '../lib/base/version.ts';
import { exitOf } from '../lib/operations/exit-code.ts';
import { commandTable } from './command-table.ts';
import type { DefineCommand } from './define-command.ts';
import type { ExitCode, Io } from './io.ts';

/**
 * The command line. Never ends the process and never throws.
 * @param argv the arguments, without node and script
 */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const debug = argv.includes('--debug');
  let exit: ExitCode = 0;
  try {
    const program = createProgram(io);
    const requestedName = findCommandName(argv);
    for (const [name, { group, summary, load }] of Object.entries(commandTable)) {
      const heading = `${group.charAt(0).toUpperCase()}${group.slice(1)}:`;
      const command = program.command(name).description(summary).helpGroup(heading);
      if (name !== requestedName) continue;
      const define: DefineCommand = await load();
      define(command, io, (code) => {
        exit = code;
      });
      command.option('--debug', 'show where an error comes from');
    }
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    return reportError(error, io, debug);
  }
}

function createProgram(io: Io): Command {
  const program = new Command('winnow');
  return program
    .description('A focused web crawler: on one machine (--job DIR) or on AWS (--stack NAME).')
    .version(version, '--version')
    .option('--debug', 'show where an error comes from')
    .helpCommand('help [command]', 'say how a command is used')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'winnow: ') + hintFor(text, program)),
    });
}

/** People name a job behind a command that takes no argument. */
function hintFor(text: string, { commands }: Command): string {
  const [, name] = /^error: too many arguments for '([\w-]+)'/.exec(text) ?? [];
  const asked = commands.find((command) => command.name() === name);
  if (!asked?.options.some(({ long }) => long === '--job')) return '';
  return `winnow: a job is named by --job DIR or --job-name NAME (winnow ${name} --help)\n`;
}

/** The command that is asked for or about: only its file is loaded. */
function findCommandName(argv: readonly string[]): string | undefined {
  const words = argv.filter((word) => !word.startsWith('-'));
  return words[0] === 'help' ? words[1] : words[0];
}

function reportError(error: unknown, io: Io, debug: boolean): ExitCode {
  // Commander has said it already: help and version end with 0, all else is a wrong command line.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isKnown = error instanceof WinnowError;
  const message = error instanceof Error ? error.message : String(error);
  const lines = isKnown
    ? message.split('\n')
    : [`something is wrong in Winnow itself: ${message.split('\n')[0]} (--debug shows where)`];
  io.err(lines.map((line) => `winnow: ${printable(line)}\n`).join(''));
  if (debug) io.err(`${formatTrace(error)}\n`);
  return exitOf(isKnown ? error.code : 'internal');
}

function formatTrace(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${formatTrace(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
