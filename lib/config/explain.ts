import type { core } from 'zod';
import { expectation, jobJsonSchema, keysAt, knownSections, nodeAt } from './known-keys.ts';
import { nearest } from './nearest.ts';
import type { Problem, YamlSource } from './yaml-source.ts';

type Issue = core.$ZodIssue;

/** What zod found wrong, said for the person who wrote the file: where, what was expected and what came. */
export function explain(issues: readonly Issue[], source: YamlSource): readonly Problem[] {
  return issues
    .flatMap((issue) => problems(issue, [], source))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

function problems(issue: Issue, base: readonly PropertyKey[], source: YamlSource): readonly Problem[] {
  const path = [...base, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        ...source.keyPosition(path, key),
        message: unknownKey(path, key),
      }));
    case 'invalid_key': {
      const key = String(path.at(-1));
      const where = path.slice(0, -1);
      const names = nodeAt(where)?.propertyNames;
      const message = `${where.join('.')}: expected ${names === undefined ? 'another key' : expectation(names)}, got ${quote(key)}`;
      return [{ ...source.keyPosition(where, key), message }];
    }
    case 'invalid_union': {
      const branch = issue.errors.find((errors) => !errors.some(refusesTheWhole));
      if (branch !== undefined) return branch.flatMap((inner) => problems(inner, path, source));
      return [mismatch(path, source)];
    }
    default:
      return [mismatch(path, source)];
  }
}

/** An alternative of a union that does not even fit the kind of value. */
function refusesTheWhole(issue: Issue): boolean {
  return issue.path.length === 0 && issue.code === 'invalid_type';
}

function mismatch(path: readonly PropertyKey[], source: YamlSource): Problem {
  const node = nodeAt(path) ?? jobJsonSchema;
  const value = valueAt(source.value, path);
  const name = path.map(String).join('.') || 'the file';
  const tooMany = Array.isArray(value) && node.type === 'array';
  const what = tooMany ? `at most ${node.maxItems} entries` : expectation(node);
  const got = tooMany ? `${value.length}` : describe(value);
  const hint =
    node.type === 'boolean' && typeof value === 'string' ? ' (YAML 1.2 knows only true and false)' : '';
  return { ...source.position(path), message: `${name}: expected ${what}, got ${got}${hint}` };
}

function unknownKey(path: readonly PropertyKey[], key: string): string {
  const here = keysAt(path);
  const prefix = path.length === 0 ? '' : `${path.map(String).join('.')}.`;
  const elsewhere = knownSections().flatMap((section) => section.keys);
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
