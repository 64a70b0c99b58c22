import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { WinnowError } from '../../base/error.ts';
import { type CombineConfig, type CombineLine, readConfig } from '../file/read-config.ts';

/** The lists among Combine's configuration blocks. */
export const combineLists = [
  'binext',
  'converters',
  'url/allow',
  'url/exclude',
  'url/serveralias',
  'url/sessionids',
] as const;

export type CombineList = (typeof combineLists)[number];

/** A job of Combine as its files have it. */
export interface CombineJob {
  /** Its directory, absolute. */
  readonly directory: string;
  readonly name: string;
  /** `combine.cfg`. */
  readonly own: CombineConfig;
  /** `default.cfg`, from the directory of the job or the one above, where there is one. */
  readonly defaults?: CombineConfig;
  /** `job_default.cfg`, which stands in for lists that the job does not have. */
  readonly template?: CombineConfig;
  /** The names of the other files in its directory, sorted. */
  readonly files: readonly string[];
}

const combineFileName = 'combine.cfg';
const defaultsName = 'default.cfg';
const templateName = 'job_default.cfg';

/**
 * A Combine job directory (`/etc/combine/<jobname>`), or the combine.cfg in one.
 * @throws WinnowError `config` when there is none, or for what is broken in its configuration
 */
export function readCombineJob(directoryOrFile: string): CombineJob {
  const path = resolve(directoryOrFile);
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const directory = isFile ? dirname(path) : path;
  const file = isFile ? path : join(path, combineFileName);
  if (!existsSync(file)) {
    throw new WinnowError(
      'config',
      `${file}: there is no such file; a job of Combine is a directory with a combine.cfg`,
    );
  }
  const defaults = beside(directory, defaultsName);
  const template = beside(directory, templateName);
  return {
    directory,
    name: basename(directory),
    own: readConfig(file, directory),
    ...(defaults === undefined ? {} : { defaults: readConfig(defaults, directory) }),
    ...(template === undefined ? {} : { template: readConfig(template, directory) }),
    files: otherFiles(directory, basename(file)),
  };
}

function beside(directory: string, name: string): string | undefined {
  return [join(directory, name), join(dirname(directory), name)].find((path) => existsSync(path));
}

function otherFiles(directory: string, own: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && ![own, defaultsName, templateName].includes(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** The last line that sets a simple variable: the job's, or else that of default.cfg. */
export function variableOf({ own, defaults }: CombineJob, name: string): CombineLine | undefined {
  const sets = (line: CombineLine): boolean => line.blocks.length === 0 && line.name === name;
  return own.lines.findLast(sets) ?? defaults?.lines.findLast(sets);
}

/**
 * The lines of a list as Combine has them: the job's, then those of default.cfg. A job that has no such block has
 * that of job_default.cfg, which `combineINIT` begins every job with.
 * @param usual what stands in the job_default.cfg of Combine 4.005, for where there is none
 * @returns undefined when nothing is known of the list
 */
export function listLines(
  { own, defaults, template }: CombineJob,
  list: CombineList,
  usual?: readonly CombineLine[],
): readonly CombineLine[] | undefined {
  const linesIn = (config: CombineConfig | undefined): readonly CombineLine[] | undefined =>
    config?.blocks.has(list) === true
      ? config.lines.filter(({ blocks }) => blocks.join('/') === list)
      : undefined;
  const first = linesIn(own) ?? linesIn(template) ?? usual;
  const rest = linesIn(defaults);
  return first === undefined && rest === undefined ? undefined : [...(first ?? []), ...(rest ?? [])];
}
