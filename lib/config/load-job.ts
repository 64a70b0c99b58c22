import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { WinnowError } from '../domain/error.ts';
import type { JobSettings } from '../domain/settings.ts';
import { explain } from './explain.ts';
import { jobSchema } from './job-schema.ts';
import { jobSettings, nameFromDirectory } from './job-settings.ts';
import { jobJsonSchema, type SchemaNode } from './known-keys.ts';
import { type Problem, readYaml } from './yaml-source.ts';

export const jobFileName = 'job.yaml';

export interface LoadedJob {
  readonly settings: JobSettings;
  /** Absolute path of the data directory. */
  readonly dataDir: string;
  /** Absolute path of the job.yaml. */
  readonly file: string;
}

/** More is no configuration; it bounds what a wrong path can make us read. */
const maxFileBytes = 10_000_000;
const maxProblems = 20;

/**
 * The job in a directory, or in a file that is named.
 * @throws WinnowError `config` when its job.yaml is missing, unreadable, empty or invalid: one line for each
 * thing that is wrong, at most 20, each with file, line and column.
 */
export function loadJob(directoryOrFile: string): LoadedJob {
  const path = resolve(directoryOrFile);
  const file = /\.ya?ml$/.test(path) ? path : join(path, jobFileName);
  return parseJob(readText(file), file);
}

/**
 * @param text what stands in the file
 * @param file its absolute path, for messages and for what is relative to it
 * @throws WinnowError `config`
 */
export function parseJob(text: string, file: string): LoadedJob {
  const source = readYaml(text);
  if (source.problems.length > 0) throw invalid(file, source.problems);
  if (source.value === undefined) {
    throw new WinnowError('config', `${file}: it is empty; 'winnow init' writes one to start from`);
  }
  const parsed = jobSchema.safeParse(withoutEmptyParts(source.value));
  if (!parsed.success) throw invalid(file, explain(parsed.error.issues, source));
  const directory = dirname(file);
  const name = parsed.data.name ?? nameFromDirectory(basename(directory));
  if (name === undefined) {
    throw new WinnowError('config', `${file}: no job can be named like its directory; give it a 'name'`);
  }
  return { settings: jobSettings(parsed.data, name), dataDir: resolve(directory, parsed.data.data), file };
}

/** A key without a value (`contact:` and nothing behind it, a section with all of it commented out) was left out. */
function withoutEmptyParts(value: unknown, known: SchemaNode = jobJsonSchema): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const node = Object.hasOwn(known.properties ?? {}, key) ? known.properties?.[key] : undefined;
      if (node === undefined) return [[key, inner]];
      return inner === null ? [] : [[key, withoutEmptyParts(inner, node)]];
    }),
  );
}

function readText(file: string): string {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > maxFileBytes) {
      throw new WinnowError(
        'config',
        `${file}: ${bytes.length} bytes are too many for a job.yaml (at most ${maxFileBytes})`,
      );
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    throw new WinnowError('config', `${file}: ${unreadable(error)}`, { cause: error });
  }
}

function unreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return "there is no such file; 'winnow init DIR' makes a job, '--job DIR' names one";
    case 'EISDIR':
      return 'it is a directory';
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read (permission denied)';
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return 'it is not UTF-8 text';
    default:
      return error.message;
  }
}

function invalid(file: string, problems: readonly Problem[]): WinnowError {
  const lines = problems
    .slice(0, maxProblems)
    .map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  if (problems.length > maxProblems) lines.push(`${file}: and ${problems.length - maxProblems} more`);
  return new WinnowError('config', lines.join('\n'));
}
