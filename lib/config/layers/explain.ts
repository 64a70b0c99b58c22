import type { core } from 'zod';
import { nearest } from '../../base/nearest.ts';
import type { YamlProblem, YamlSource } from '../file/yaml-source.ts';
import {
  expectation,
  isFlag,
  jobJsonSchema,
  keysAt,
  knownSections,
  nodeAt,
  type SchemaNode,
} from '../schema/known-keys.ts';

type Issue = core.$ZodIssue;

/**
 * What zod found wrong, said for the person who wrote the file: where, what was expected and what came.
 * @param root what may stand in the file
 */
export function explain(
  issues: readonly Issue[],
  source: YamlSource,
  root: SchemaNode = jobJsonSchema(),
): readonly YamlProblem[] {
  return issues
    .flatMap((issue) => problems(issue, [], source, root))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

function problems(
  issue: Issue,
  base: readonly PropertyKey[],
  source: YamlSource,
  root: SchemaNode,
): readonly YamlProblem[] {
  const path = [...base, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        ...source.keyPosition(path, key),
        message: unknownKey(path, key, root),
      }));
    case 'invalid_key': {
      const key = String(path.at(-1));
      const where = path.slice(0, -1);
      const names = nodeAt(where, root)?.propertyNames;
      const message = `${where.join('.')}: expected ${names === undefined ? 'another key' : expectation(names)}, got ${quote(key)}`;
      return [{ ...source.keyPosition(where, key), message }];
    }
    case 'invalid_union': {
      const branch = issue.errors.find((errors) => !errors.some(refusesTheWhole));
      if (branch !== undefined) return branch.flatMap((inner) => problems(inner, path, source, root));
      return [mismatch(path, source, root)];
    }
    case 'custom':
      if (issue.params?.told !== true) return [mismatch(path, source, root)];
      return [{ ...source.position(path), message: `${path.map(String).join('.')}: ${issue.message}` }];
    default:
      return [mismatch(path, source, root)];
  }
}

/** An alternative of a union that does not even fit the kind of value. */
function refusesTheWhole(issue: Issue): boolean {
  return issue.path.length === 0 && issue.code === 'invalid_type';
}

function mismatch(path: readonly PropertyKey[], source: YamlSource, root: SchemaNode): YamlProblem {
  const node = nodeAt(path, root) ?? root;
  const value = valueAt(source.value, path);
  const name = path.map(String).join('.') || 'the file';
  const wrongCount = Array.isArray(value) && node.type === 'array';
  const what = wrongCount ? entries(node, value.length) : expectation(node);
  const got = wrongCount ? `${value.length}` : describe(value);
  const hint = isFlag(node) && typeof value === 'string' ? ' (YAML 1.2 knows only true and false)' : '';
  return { ...source.position(path), message: `${name}: expected ${what}, got ${got}${hint}` };
}

function entries({ minItems = 0, maxItems }: SchemaNode, count: number): string {
  if (count >= minItems) return `at most ${maxItems} entries`;
  return `at least ${minItems} ${minItems === 1 ? 'entry' : 'entries'}`;
}

function unknownKey(path: readonly PropertyKey[], key: string, root: SchemaNode): string {
  const here = keysAt(path, root);
  const prefix = path.length === 0 ? '' : `${path.map(String).join('.')}.`;
  const misplaced = inOtherLayers(path, key);
  if (misplaced !== undefined) return `${prefix}${key}: ${misplaced}`;
  const elsewhere = knownSections(root).flatMap((section) => section.keys);
  const exact = elsewhere.find((known) => known.key.toLowerCase() === key.toLowerCase())?.path;
  const inPlace = here.find((known) => known.toLowerCase() === key.toLowerCase());
  const near = nearest(key, here);
  const nearElsewhere = nearest(
    key,
    elsewhere.map((known) => known.key),
  );
  const suggestion =
    (inPlace && prefix + inPlace) ??
    exact ??
    (near && prefix + near) ??
    elsewhere.find((known) => known.key === nearElsewhere)?.path;
  const ending =
    suggestion === undefined ? `known here: ${here.join(', ')}` : `did you mean ${quote(suggestion)}?`;
  return `unknown key ${quote(prefix + key)}, ${ending}`;
}

/** Why a key that may stand in a job.yaml may not stand here; undefined when there is no such key. */
function inOtherLayers(path: readonly PropertyKey[], key: string): string | undefined {
  const inOverride = path[0] === 'overrides' && path.length > 1;
  const parent = nodeAt(inOverride ? path.slice(2) : path);
  if (!Object.hasOwn(parent?.properties ?? {}, key)) return undefined;
  if (!inOverride) return 'belongs into a job.yaml';
  const why = path.length === 2 && key === 'url' ? ': a page that two hosts link to must have one name' : '';
  return `holds for the whole job, no override may set it${why}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  );
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return typeof value === 'string' ? quote(value) : String(value);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
