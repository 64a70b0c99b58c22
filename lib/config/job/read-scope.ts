import { WinnowError } from '../../base/error.ts';
import {
  type LimitTest,
  type ListTest,
  listTests,
  type ScopeList,
  type ScopeRule,
  type ScopeSettings,
  type ScopeTest,
} from '../../rules/settings.ts';
import { type Layer, placeOf } from '../layers/layer-file.ts';
import { type FileProblem, readScopeList } from './read-scope-list.ts';

/** What a scope has lists of, apart from its rules. */
const listSettings = {
  allow: 'patterns',
  hosts: 'hosts',
  exclude: 'patterns',
  excludeExtensions: 'extensions',
} as const satisfies Partial<Record<keyof ScopeSettings, ListTest>>;

type ReadScope = Partial<Pick<ScopeSettings, keyof typeof listSettings | 'rules'>>;
type Path = readonly PropertyKey[];

const maxProblems = 20;

/**
 * The lists and rules that a `scope` section sets, out of its file and of those that it names, each entry with its line.
 * @param path of the section in the layer: `['scope']`, or that of an override
 * @throws WinnowError `config`: a line for each thing that is wrong, at most 20, with file, line and column
 */
export function readScope(layer: Layer, path: Path): ReadScope {
  const section = valueAt(layer, path) as Readonly<Record<string, unknown>> | undefined;
  const problems: FileProblem[] = [];
  const read: Record<string, ScopeList | readonly ScopeRule[]> = {};
  for (const [name, kind] of Object.entries(listSettings)) {
    if (section?.[name] !== undefined) read[name] = readScopeList(layer, [...path, name], kind, problems);
  }
  const rules = (section?.rules ?? []) as readonly Rule[];
  if (section?.rules !== undefined) {
    read.rules = rules.flatMap((rule, index) => readRule(layer, [...path, 'rules', index], rule, problems));
  }
  refuse(problems);
  return read as ReadScope;
}

/** The hosts that no job may crawl. @throws WinnowError `config` */
export function readDeny(layer: Layer): ScopeList {
  if (layer.value.deny === undefined) return [];
  const problems: FileProblem[] = [];
  const list = readScopeList(layer, ['deny'], 'hosts', problems);
  refuse(problems);
  return list;
}

type Rule = Readonly<Record<'accept' | 'reject', 'all' | Readonly<Record<string, unknown>> | undefined>>;

function readRule(layer: Layer, path: Path, rule: Rule, problems: FileProblem[]): readonly ScopeRule[] {
  const complain = (message: string): readonly ScopeRule[] => {
    problems.push({
      file: layer.file,
      ...layer.source.position(path),
      message: `${path.join('.')}: ${message}`,
    });
    return [];
  };
  const words = (['accept', 'reject'] as const).filter((word) => rule[word] !== undefined);
  const [word] = words;
  if (word === undefined || words.length > 1) {
    return complain(`expected one of accept and reject, got ${words.length === 0 ? 'neither' : 'both'}`);
  }
  const about = rule[word];
  const source = placeOf(layer, path, word);
  if (about === 'all' || about === undefined) return [{ word, source, test: { kind: 'all' } }];
  const kinds = Object.keys(about);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    const got = kind === undefined ? 'nothing' : kinds.join(' and ');
    return complain(`expected one thing that the rule is about, such as hosts or patterns, got ${got}`);
  }
  return [{ word, source, test: readTest(layer, [...path, word], kind, about[kind], problems) }];
}

function readTest(
  layer: Layer,
  path: Path,
  kind: string,
  value: unknown,
  problems: FileProblem[],
): ScopeTest {
  const listKind = listTests.find((test) => test === kind);
  if (listKind === undefined) return { kind: kind as LimitTest, limit: value as number };
  return { kind: listKind, list: readScopeList(layer, [...path, kind], listKind, problems) };
}

function refuse(problems: readonly FileProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems
    .slice(0, maxProblems)
    .map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
  if (problems.length > maxProblems) lines.push(`and ${problems.length - maxProblems} more`);
  throw new WinnowError('config', lines.join('\n'));
}

function valueAt(layer: Layer, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    layer.value,
  );
}
