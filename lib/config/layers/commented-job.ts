import { yamlValue } from '../../base/json.ts';
import { type KnownKey, type KnownSection, knownSections, type SchemaNode } from '../schema/known-keys.ts';
import { plainSpan, range } from './show-value.ts';

/** What a new job starts with. */
export interface JobStart {
  readonly name: string;
  readonly seeds: readonly string[];
  readonly hosts: readonly string[];
  readonly contact?: string;
  /** A model and its good classes. Absent: the job says itself what it is about. */
  readonly topic?: { readonly model: string; readonly good: readonly string[] };
  /** Where editors find the JSON Schema of the file; relative to it, or a URL. */
  readonly schema?: string;
  /** Every key there is. Absent: those that a user must look at, and a few that most jobs set. */
  readonly isFull?: boolean;
}

/** Keys that most jobs set sooner or later. */
const usual = ['topic.file', 'politeness.waitIntervalHost', 'limits.pagesPerDay'];

/** A job.yaml with the keys that a user must look at to be filled in, and others commented out at their default. */
export function commentedJob(start: JobStart): string {
  const set: Readonly<Record<string, unknown>> = {
    name: start.name,
    seeds: start.seeds,
    'scope.hosts': start.hosts,
    'userAgent.contact': start.contact,
    ...(start.topic && { 'topic.model': start.topic.model, 'topic.good': start.topic.good }),
  };
  const isWanted = ({ path }: KnownKey): boolean =>
    start.isFull === true || Object.hasOwn(set, path) || usual.includes(path);
  const [top, ...sections] = knownSections().flatMap((section) => {
    const keys = section.keys.filter(isWanted);
    return section.name === '' || keys.length > 0 ? { ...section, keys } : [];
  });
  const text = [
    // Editors look for it in the first line.
    ...(start.schema === undefined ? [] : [`# yaml-language-server: $schema=${start.schema}`]),
    '# A crawl by Winnow. All keys and their ranges: docs/configuration.md. Durations are in seconds.',
    "# What is commented out shows its default, or an example where it has none: take the '# ' away to change it.",
    ...(start.isFull
      ? []
      : ['# What is not here is at its default; `winnow init --full` writes every key there is.']),
    '',
    ...(top === undefined ? [] : top.keys.flatMap((known) => [...lines(known, set, ''), ''])),
    ...sections.flatMap((section) => [...sectionLines(section, set), '']),
  ].join('\n');
  return `${text.trimEnd()}\n`;
}

function sectionLines({ name, description, keys }: KnownSection, set: Readonly<Record<string, unknown>>) {
  return [...comment(description, ''), `${name}:`, ...keys.flatMap((known) => lines(known, set, '  '))];
}

function lines({ key, path, node }: KnownKey, set: Readonly<Record<string, unknown>>, indent: string) {
  const about = comment(notes(node), indent);
  if (Object.hasOwn(set, path)) {
    const value = set[path];
    if (value === undefined) return [...about, `${indent}${key}:`];
    if (!Array.isArray(value) || value.length === 0)
      return [...about, `${indent}${key}: ${yamlValue(value)}`];
    return [...about, `${indent}${key}:`, ...value.map((item) => `${indent}  - ${yamlValue(item)}`)];
  }
  const shown = node.example ?? node.default;
  return [...about, `${indent}# ${key}: ${yamlValue(shown)}`];
}

/** Meaning, then unit, range and default in brackets. */
function notes(node: SchemaNode): string {
  const allowed = [range(node), node.unit].filter(Boolean).join(' ');
  const usual = node.default === undefined ? '' : `default ${yamlValue(node.default)}`;
  const span =
    node.unit === 'seconds' && typeof node.default === 'number' ? plainSpan(node.default) : undefined;
  const bracket = [allowed, span === undefined ? usual : `${usual}, ${span}`].filter(Boolean).join('; ');
  return `${node.description ?? ''}${bracket === '' ? '' : ` [${bracket}]`}`;
}

function comment(text: string, indent: string): readonly string[] {
  const width = 100 - indent.length;
  const wrapped: string[] = [];
  // A link of the reference leads nowhere from here.
  const plain = text.replaceAll(/\[[^[\]]{1,80}\]\(([a-z-]{1,40}\.md(?:#[a-z-]{1,60})?)\)/g, 'docs/$1');
  for (const word of plain.split(' ')) {
    const last = wrapped.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      wrapped[wrapped.length - 1] = `${last} ${word}`;
    else wrapped.push(word);
  }
  return wrapped.map((line) => `${indent}## ${line}`);
}
