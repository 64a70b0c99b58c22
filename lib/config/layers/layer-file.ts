import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ZodType } from 'zod';
import { WinnowError } from '../../base/error.ts';
import { fileFault } from '../file/file-fault.ts';
import { readYaml, type YamlProblem, type YamlSource } from '../file/yaml-source.ts';
import type { SchemaNode } from '../schema/known-keys.ts';
import { explain } from './explain.ts';
import { refusedIn, type SupersededSetting, withoutSuperseded } from './superseded-settings.ts';

/** The text of a configuration file, and its path: for messages, and for what is relative to it. */
export interface FileText {
  readonly text: string;
  readonly file: string;
}

/** What a file sets, valid but without anything filled in, and where it says so. */
export interface Layer extends FileText {
  readonly value: Readonly<Record<string, unknown>>;
  readonly source: YamlSource;
  /** Settings of earlier versions that the file has and `value` has not. */
  readonly superseded: readonly SupersededSetting[];
}

/** More is no configuration; it bounds what a wrong path can make us read. */
const maxFileBytes = 10_000_000;
const maxProblems = 20;

/**
 * @param schema what may stand in the file; `root` says the same as a JSON Schema, asked for only when the file leaves something open
 * @throws WinnowError `config`: a line for each thing that is wrong, at most 20, with file, line and column
 */
export function readLayer({ text, file }: FileText, schema: ZodType, root: () => SchemaNode): Layer {
  const source = readYaml(text);
  if (source.problems.length > 0) throw invalid(file, source.problems);
  const refused = refusedIn(source.value).map(({ path, instead }) => ({
    ...source.keyPosition(path.slice(0, -1), String(path.at(-1))),
    message: `${path.join('.')}: it is no longer a setting: ${instead}`,
  }));
  if (refused.length > 0) throw invalid(file, refused);
  const { value: present, found } = withoutSuperseded(source.value);
  const value = hasEmptyPart(present) ? withoutEmptyParts(present, root()) : (present ?? {});
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(file, explain(parsed.error.issues, source, root()));
  return { text, file, value: value as Layer['value'], source, superseded: found };
}

/** Where a key stands, as `job.yaml:12`. */
export function placeOf(layer: Layer, path: readonly PropertyKey[], key: string): string {
  return `${basename(layer.file)}:${layer.source.keyPosition(path, key).line}`;
}

function hasEmptyPart(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null;
  return Object.values(value).some(hasEmptyPart);
}

/** A key without a value (`contact:` and nothing behind it, a section with all of it commented out) was left out. */
function withoutEmptyParts(value: unknown, known: SchemaNode): unknown {
  const { items, properties = {} } = known;
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item) => withoutEmptyParts(item, items));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const node = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (node === undefined) return [[key, inner]];
      return inner === null ? [] : [[key, withoutEmptyParts(inner, node)]];
    }),
  );
}

/** @throws WinnowError `config`, saying why the file cannot be read; `absent` says what to do when it is not there */
export function readText(file: string, absent: string): string {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > maxFileBytes) {
      throw new WinnowError(
        'config',
        `${file}: ${bytes.length} bytes are too many for a configuration (at most ${maxFileBytes})`,
      );
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    throw new WinnowError('config', `${file}: ${fileFault(error, absent)}`, { cause: error });
  }
}

/** One line for each of the problems of a file. */
export function invalid(file: string, problems: readonly YamlProblem[]): WinnowError {
  const lines = problems
    .slice(0, maxProblems)
    .map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  if (problems.length > maxProblems) lines.push(`${file}: and ${problems.length - maxProblems} more`);
  return new WinnowError('config', lines.join('\n'));
}
