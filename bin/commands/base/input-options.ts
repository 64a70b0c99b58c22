import { type Command, InvalidArgumentError, Option } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { type Leaf, leavesOf } from '../../../lib/operations/leaves.ts';
import type { InputFields } from '../../../lib/pipeline/operation/operation.ts';
import type { Io } from '../../io.ts';
import { shellWord } from '../../render/base/shell-word.ts';
import { readBytes } from './files.ts';
import { allLines } from './lines-of.ts';
import { appendValue, durationArgument } from './values.ts';

/** What stands on a command line for the fields of an operation. */
export interface InputOptions {
  /** Adds the arguments and options to a command. */
  addTo(command: Command): void;
  /** The names of options that are given without a value. */
  readonly flags: readonly string[];
  /** Whether the first argument is the directory of a job. */
  readonly areOfDirectory: boolean;
  /** The fields as they were given. @param argv the arguments, then the options by their names */
  read(argv: readonly unknown[], io: Io): Promise<Raw>;
  /** The fields once for each line of standard input (`--stdin`). */
  each(raw: Raw, lines: AsyncIterable<string>): AsyncIterable<Raw>;
  /** The options that say the same, where they are not at their defaults; `changed` in place of what was given. */
  say(argv: readonly unknown[], changed: Raw): string;
}

type Raw = Readonly<Record<string, unknown>>;

export function inputOptions(fields: InputFields): InputOptions {
  const leaves = leavesOf(fields).filter(({ words }) => !words.isOfFiles);
  const named = leaves.filter(({ words }) => !words.isArgument);
  const bare = leaves.filter(({ words }) => words.isArgument);
  const inFile = bare.find(({ words }) => words.areLines !== undefined);
  const fromLines = bare.find(({ words }) => words.lines !== undefined);
  const givenFor = (leaf: Leaf, argv: readonly unknown[]): unknown => {
    const at = bare.indexOf(leaf);
    // Where there may be several, none are an empty list.
    if (at >= 0) return Array.isArray(argv[at]) && argv[at].length === 0 ? undefined : argv[at];
    return (argv.at(-2) as Readonly<Record<string, unknown>>)[optionOf(leaf).attributeName()];
  };
  return {
    areOfDirectory: bare[0]?.words.isJobDirectory === true,
    flags: named.filter(({ kind }) => kind === 'flag').map((leaf) => optionOf(leaf).attributeName()),
    addTo(command) {
      for (const { words, path, isRequired, kind } of bare) {
        const name = `${words.shown ?? path.at(-1)}${kind === 'list' ? '...' : ''}`;
        command.argument(isRequired && words.lines === undefined ? `<${name}>` : `[${name}]`, words.says);
      }
      if (inFile?.words.areLines !== undefined) command.option('--file <path>', inFile.words.areLines.says);
      for (const leaf of named) {
        const option = optionOf(leaf);
        command.addOption(option);
        if (leaf.words.not !== undefined) command.option(`--no-${option.name()}`, leaf.words.not);
      }
      if (fromLines?.words.lines !== undefined) command.option('--stdin', fromLines.words.lines);
    },
    async *each(raw, lines) {
      for await (const line of lines) {
        const one = { ...raw };
        if (fromLines !== undefined) put(one, fromLines.path, line);
        yield one;
      }
    },
    async read(argv, io) {
      const read = {};
      if (fromLines !== undefined) requireOne(fromLines, givenFor(fromLines, argv), argv);
      for (const leaf of leaves) {
        const given = givenFor(leaf, argv);
        const value = leaf === inFile ? await givenLines(leaf, given, argv.at(-2) as Raw, io) : given;
        put(read, leaf.path, await contentOf(leaf, value));
      }
      return read;
    },
    say(argv, changed) {
      const isChanged = ({ path }: Leaf): boolean => changed[path.join('.')] !== undefined;
      const last = leaves.toSorted((a, b) => Number(isChanged(a)) - Number(isChanged(b)));
      const words = last.flatMap((leaf) => {
        const value = changed[leaf.path.join('.')] ?? givenFor(leaf, argv);
        return value === undefined || value === leaf.default
          ? []
          : [value].flat().map((one) => said(leaf, one));
      });
      return words.map((word) => ` ${word}`).join('');
    },
  };
}

/** What was given, or what is in the files that were. */
async function contentOf({ words }: Leaf, given: unknown): Promise<unknown> {
  if (given === undefined) return undefined;
  if (words.isFile) return readBytes(String(given)).toString();
  if (!words.arePages) return given;
  const { pagesNamed } = await import('./example-directory.ts');
  return pagesNamed(given as readonly string[]);
}

/** What was given, or the lines of `--file` or of standard input. @throws WinnowError `usage` */
async function givenLines({ words }: Leaf, given: unknown, options: Raw, io: Io): Promise<unknown> {
  const file = options.file as string | undefined;
  if (given !== undefined && file !== undefined)
    throw new WinnowError('usage', 'give URLs or --file, not both');
  if (given !== undefined || (file === undefined && options[words.areLines?.unless ?? ''] === true))
    return given;
  return await allLines(file, io);
}

/** @throws WinnowError `usage` */
function requireOne({ path }: Leaf, given: unknown, argv: readonly unknown[]): void {
  const { stdin } = argv.at(-2) as Raw;
  if ((given === undefined) !== (stdin === true))
    throw new WinnowError('usage', `give one ${path.at(-1)?.toUpperCase()}, or --stdin for a list`);
}

function said(leaf: Leaf, value: unknown): string {
  const word = shellWord(String(value));
  if (leaf.words.isArgument) return word;
  const { long } = optionOf(leaf);
  return leaf.kind === 'flag' ? `${long}` : `${long} ${word}`;
}

/** `minPages` is `--min-pages <count>`. */
function optionOf(leaf: Leaf): Option {
  const { path, kind, words, choices, default: usual } = leaf;
  const own = path.at(-1) ?? '';
  const name = words.flag ?? own.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const option = new Option(kind === 'flag' ? `--${name}` : `--${name} <${words.shown ?? own}>`, words.says);
  if (leaf.isRequired && path.length === 1) option.makeOptionMandatory();
  if (kind === 'choice') option.choices(choices ?? []);
  if (kind === 'list')
    option.argParser((text, before: readonly string[] | undefined) => {
      const values = words.hasCommas ? text.split(',').map((one) => one.trim()) : appendValue(text, before);
      return valid(values, leaf);
    });
  if (kind === 'number') option.argParser((text) => valid(numberIn(text, leaf), leaf));
  return usual === undefined || kind === 'flag' ? option : option.default(usual, words.usual);
}

function numberIn(text: string, { words }: Leaf): number {
  if (words.span !== undefined) return durationArgument(text) / words.span;
  return text.trim() === '' ? Number.NaN : Number(text);
}

function valid<T>(value: T, { wrong }: Leaf): T {
  const must = wrong(value);
  if (must === undefined) return value;
  throw new InvalidArgumentError(`Expected ${must.replace(/^must be /, '')}.`);
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (value === undefined) return;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = (into[name] ?? {}) as Record<string, unknown>;
  into[name] = inner;
  put(inner, rest, value);
}
