import { resolve } from 'node:path';
import type { YamlProblem } from '../file/yaml-source.ts';
import { type FileText, invalid, type Layer, readLayer } from '../layers/layer-file.ts';
import { jobSchema } from '../schema/job-schema.ts';
import { jobJsonSchema } from '../schema/known-keys.ts';
import { type LoadedJob, parseJob, readInstallation } from './load-job.ts';

type Path = readonly PropertyKey[];

/** Settings that name a file, and what to do where only the installation.yaml itself is kept. */
const namesFile = [
  { section: 'url', keys: ['aliasFile'], instead: 'write its lines into url.aliases' },
  {
    section: 'topic',
    keys: ['file', 'stopWords', 'sitesOk', 'model', 'clusters', 'classes'],
    instead: 'name it in the job.yaml of each job',
  },
] as const;

/**
 * Refuses an installation.yaml that names other files: a stack keeps its text alone, and whoever deploys a job later
 * does not have them.
 * @throws WinnowError `config`: a line for each file that is named, at most 20, with file, line and column
 */
export function requireSelfContained(file: FileText): void {
  const { value, source } = readInstallation(file);
  const problems = filesNamedIn(value).map(({ path, name, instead }) => ({
    ...source.position(path),
    message: `${path.join('.')}: a stack keeps the installation.yaml alone, without the file ${JSON.stringify(name)}: ${instead}`,
  }));
  throwIfAny(file, problems);
}

/** @throws WinnowError `config` with problems, in the order of their places */
function throwIfAny({ file }: FileText, problems: readonly YamlProblem[]): void {
  if (problems.length > 0)
    throw invalid(
      file,
      problems.toSorted((a, b) => a.line - b.line || a.column - b.column),
    );
}

/** The files that settings name, and what to do instead. */
function filesNamedIn(value: Layer['value']): readonly NamedFile[] {
  const filters = [...namedIn(value.topic, ['topic', 'filters']), ...namedIn(value, ['analysers'])];
  const rules = pluginsIn(value.strategy, ['strategy']);
  const lists = ['scope', 'deny', 'overrides'].flatMap((key) => [...listFiles(value[key], [key])]);
  return [
    ...lists.map((one) => ({ ...one, instead: 'write its entries into the list' })),
    ...[...filters, ...rules].map((one) => ({ ...one, instead: 'name it in the job.yaml of each job' })),
    ...namesFile.flatMap(({ section, keys, instead }) => {
      const given = (value[section] ?? {}) as Readonly<Record<string, unknown>>;
      return keys
        .filter((key) => given[key] !== undefined)
        .map((key) => ({ path: [section, key], name: given[key], instead }));
    }),
  ];
}

interface NamedFile {
  readonly path: Path;
  readonly name: unknown;
  readonly instead: string;
}

/** Every file that the entries of a list name. @param path of the list, whose last step is its name in `section` */
function* namedIn(section: unknown, path: Path): Generator<{ readonly path: Path; readonly name: unknown }> {
  const list = (section as Readonly<Record<PropertyKey, unknown>> | undefined)?.[path.at(-1) ?? ''];
  for (const [at, entry] of (Array.isArray(list) ? list : []).entries())
    for (const key of ['file', 'model', 'clusters', 'plugin', 'stopWords'])
      if (entry[key] !== undefined) yield { path: [...path, at, key], name: entry[key] };
}

/** Every plug-in that a rule of a strategy names; its options may have any keys. */
function* pluginsIn(value: unknown, path: Path): Generator<{ readonly path: Path; readonly name: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'plugin') yield { path: [...path, key], name: inner };
    else if (key !== 'options') yield* pluginsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

/** Every `{ file: … }` of the lists below a path; fields of `extract` may have any name. */
function* listFiles(value: unknown, path: Path): Generator<{ readonly path: Path; readonly name: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'extract') continue;
    const step = Array.isArray(value) ? Number(key) : key;
    if (key === 'file') yield { path: [...path, key], name: inner };
    else yield* listFiles(inner, [...path, step]);
  }
}

type Value = Readonly<Record<string, unknown>>;

/** What only an owner of the machine says, in files of it: where data lie, what runs, what is secret, and where requests may go. */
const ownersKeys: readonly (readonly string[])[] = [
  ['data'],
  ['network'],
  ['fetch', 'credentials'],
  ['sinks'],
  ['convert', 'programs'],
  ['analysis', 'ipDatabase'],
];

/**
 * The job that somebody describes who has no files of this machine, over the defaults of its installation.
 * @param settings in the form of a job.yaml
 * @throws WinnowError `config`: a line for each thing that is wrong, or that only an owner of the machine may say; lines and columns are
 *   those of the indented JSON
 */
export function readGivenJob(name: string, settings: object, defaults: FileText | undefined): LoadedJob {
  const text = JSON.stringify({ name, ...settings }, undefined, 2);
  const { value, source } = readLayer({ text, file: 'settings' }, jobSchema, jobJsonSchema);
  const overrides = Array.isArray(value.overrides) ? (value.overrides as readonly Value[]) : [];
  const files = [value, ...overrides].flatMap((one, at) => {
    const above = at === 0 ? [] : ['overrides', at - 1];
    const named = at === 0 ? filesNamedIn(one) : filesNamedIn({ ...one, overrides: [] });
    const owned = ownersKeys.filter((path) => valueAt(one, path) !== undefined);
    return [
      ...named.map(({ path, name: file }) => ({
        path: [...above, ...path],
        what: `the file ${JSON.stringify(file)}`,
      })),
      ...owned.map((path) => ({ path: [...above, ...path], what: 'that' })),
    ];
  });
  const problems = files.map(({ path, what }) => ({
    ...source.position(path),
    message: `${path.join('.')}: only files of the machine itself say ${what}: its job.yaml or installation.yaml`,
  }));
  throwIfAny({ text, file: 'settings' }, problems);
  return parseJob(text, resolve('settings'), () => defaults);
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  return typeof value === 'object' && value !== null ? valueAt((value as Value)[key], rest) : undefined;
}
