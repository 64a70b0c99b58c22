import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { WinnowError } from '../../base/error.ts';
import { charsetOf, decode } from '../../documents/types.ts';
import { type ConfigEntry, type ConfigStatement, parseConfig } from '../combine-format/config-tree.ts';
import { fileFault } from './file-fault.ts';

/** A line of a configuration, includes resolved, and where it stands. */
export interface CombineLine extends Pick<ConfigEntry, 'name' | 'value' | 'text'> {
  /** The blocks around it, from the outside: `['url', 'allow']`. */
  readonly blocks: readonly string[];
  /** `combine.cfg:12`, relative to the directory of the job. */
  readonly source: string;
}

/** One of Combine's configuration files with all that it includes. */
export interface CombineConfig {
  /** In the order in which Combine reads them. */
  readonly lines: readonly CombineLine[];
  /** Every block that is there, empty ones too, as `url/allow`. */
  readonly blocks: ReadonlySet<string>;
  /** All files that were read, relative to the directory of the job. */
  readonly files: ReadonlySet<string>;
  /** Files that are included and not there. */
  readonly absent: readonly { readonly path: string; readonly source: string }[];
}

/** More is no configuration, and our own files may not be larger either. */
export const maxBytes = 10_000_000;
/** Files that include one another twice each would otherwise double with every level. */
const maxIncludes = 1_000;

/**
 * A configuration file and what it includes, relative to the file that says so.
 * @param directory the job's, which sources are shown relative to
 * @throws WinnowError `config` for what is broken, each with file and line: nesting, comments and here-documents
 * without an end, files that include themselves, files that cannot be read
 */
export function readConfig(path: string, directory: string): CombineConfig {
  const lines: CombineLine[] = [];
  const blocks = new Set<string>();
  const files = new Set<string>();
  const absent: { path: string; source: string }[] = [];
  let includes = 0;

  const readFile = (file: string, within: readonly string[], open: readonly string[]): void => {
    const shown = relative(directory, file) || basename(file);
    files.add(shown);
    const { statements, problems } = parseConfig(readText(file));
    if (problems.length > 0) {
      throw new WinnowError(
        'config',
        problems.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'),
      );
    }
    const walk = (inner: readonly ConfigStatement[], here: readonly string[]): void => {
      for (const statement of inner) {
        const source = `${shown}:${statement.line}`;
        if (statement.kind === 'entry') {
          const { name, value, text } = statement;
          lines.push({ name, value, text, blocks: here, source });
        } else if (statement.kind === 'block') {
          const inside = [...here, statement.name];
          blocks.add(inside.join('/'));
          walk(statement.statements, inside);
        } else {
          const wanted = isAbsolute(statement.path) ? statement.path : resolve(dirname(file), statement.path);
          includes += 1;
          if (open.includes(wanted)) {
            throw new WinnowError('config', `${file}:${statement.line}: ${statement.path} includes itself`);
          }
          if (includes > maxIncludes) {
            throw new WinnowError(
              'config',
              `${file}:${statement.line}: more than ${maxIncludes} files are included`,
            );
          }
          if (existsSync(wanted)) readFile(wanted, here, [...open, wanted]);
          else absent.push({ path: statement.path, source });
        }
      }
    };
    walk(statements, within);
  };
  readFile(path, [], [path]);
  return { lines, blocks, files, absent };
}

/**
 * A text file of Combine's, in UTF-8 or, where it is not that, in Latin-1 (windows-1252), as its editors wrote it.
 * @throws WinnowError `config` when it cannot be read, is no file or is larger than 10 MB
 */
export function readText(file: string): string {
  try {
    const { size, isFile } = statsOf(file);
    if (!isFile) throw new WinnowError('config', `${file}: it is no file`);
    if (size > maxBytes)
      throw new WinnowError('config', `${file}: ${size} bytes are too many (at most ${maxBytes})`);
    const bytes = readFileSync(file);
    return decode(bytes, charsetOf(bytes, undefined, 'none'));
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    throw new WinnowError('config', `${file}: ${fileFault(error)}`, { cause: error });
  }
}

function statsOf(file: string): { readonly size: number; readonly isFile: boolean } {
  const stats = statSync(file);
  return { size: stats.size, isFile: stats.isFile() };
}
