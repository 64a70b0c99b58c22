import {
  documentFormatOf,
  documentPlace,
  mediaTypePattern,
  type ProgramSettings,
} from '../../documents/settings.ts';
import type { ImportItem } from '../combine-format/import-item.ts';
import type { CombineLine } from '../file/read-config.ts';
import type { Imported } from './imported.ts';
import { type CombineJob, listLines } from './read-job.ts';
import { noteOf } from './variables.ts';

const name = '<converters>';
const key = 'convert.programs';

/** Types whose converters Winnow does without: it reads them as pages. */
const readAsPages = /^(?:text\/html|application\/xhtml\+xml|text\/plain|www\/unknown)$/i;
/** What only a shell understands. */
const shellWords = /["'`\\|<>&;$*?(){}[\]]/;

/** A line `type ; external program ; internal converter`. */
interface ConverterLine {
  readonly type: string;
  readonly command: readonly string[];
  readonly internal: string;
}

/** Programs of a job's own converters, for types that Winnow has no converter for. */
export function importConverters(job: CombineJob): Imported {
  if (!job.own.blocks.has('converters'))
    return { lines: [], files: {}, items: [{ fate: 'needless', name, note: noteOf(name) }] };
  const own = (listLines(job, 'converters') ?? []).filter(({ source }) =>
    job.own.files.has(source.replace(/:\d+$/, '')),
  );
  const programs: ProgramSettings[] = [];
  const comments: string[] = [];
  const items = own.map((line): ImportItem => {
    const { fate, note, program } = carried(line);
    if (program !== undefined) {
      programs.push(program);
      comments.push(`${line.source}: ${name}`);
    }
    const { text: value, source } = line;
    return { fate, name, value, source, note, ...(program === undefined ? {} : { key }) };
  });
  const lines = programs.length === 0 ? [] : [{ path: key, value: programs, comment: comments.join(', ') }];
  return { lines, files: {}, items };
}

interface Carried extends Pick<ImportItem, 'fate' | 'note'> {
  readonly program?: ProgramSettings;
}

function carried({ text }: CombineLine): Carried {
  const { type, command, internal } = partsOf(text);
  if (readAsPages.test(type)) return { fate: 'needless', note: noteOf(name) };
  if (!mediaTypePattern.test(type)) return { fate: 'dropped', note: 'It names no media type.' };
  if (documentFormatOf(type) !== undefined) {
    const note = `Winnow converts it itself; a program in its place is named in \`${key}\`.`;
    return { fate: 'needless', note };
  }
  if (command.length === 0) return { fate: 'dropped', note: `Winnow has no converter for ${type}.` };
  if (command.some((word) => shellWords.test(word))) {
    const note = `Programs run without a shell: put this into a script that gets the document as a file, and name it in \`${key}\`.`;
    return { fate: 'dropped', note };
  }
  const program: ProgramSettings = {
    types: [type],
    command: withDocument(command),
    output: /^(?:text|textex|guesstext)$/i.test(internal) ? 'text' : 'html',
  };
  const note =
    'On one machine. It runs without a shell, in a directory of its own; how it gets the document has to be looked at.';
  return { fate: 'changed', note, program };
}

function partsOf(text: string): ConverterLine {
  const [type = '', command = '', internal = ''] = text.split(';').map((part) => part.trim());
  return {
    type: type.toLowerCase(),
    command: command.split(/\s+/).filter((word) => word !== ''),
    internal,
  };
}

/** Combine gives the document on standard input, or as the last argument. */
function withDocument([program = '', ...args]: readonly string[]): readonly string[] {
  const input = args.indexOf('-');
  if (input === -1) return [program, ...args, documentPlace];
  return [program, ...args.with(input, documentPlace)];
}
