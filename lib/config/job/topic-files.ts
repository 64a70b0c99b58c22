import { dirname, resolve } from 'node:path';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { wordForm } from '../../base/language/word-form.ts';
import { nearest } from '../../base/nearest.ts';
import {
  classHierarchy,
  defaultTerms,
  type FilterSettings,
  readClassFile,
  readSitePattern,
  readTopicFile,
  type TermSettings,
  type TopicClass,
  type TopicSettings,
  type TopicTerm,
} from '../../topic/settings.ts';
import { readText } from '../file/read-config.ts';
import type { Layer } from '../layers/layer-file.ts';
import type { JobFile } from '../schema/job-schema.ts';
import { pluginSettings } from './plugin-files.ts';
import { type FilterSource, filterSourcesOf } from './topic-filters.ts';
import { modelSettings } from './topic-model-file.ts';

/** Rows of a topic definition that are named when it cannot be used. */
const maxFaults = 20;

/**
 * The topic of a job with the files that it names; undefined when it has none.
 * @param layers what sets a path says what it is relative to
 * @throws WinnowError `config` for a file that is missing, for a definition without a single row that can be used, for
 * filters of one name, and for patterns that are no regular expressions, naming file and line
 */
export function topicSettings(topic: JobFile['topic'], layers: readonly Layer[]): TopicSettings | undefined {
  const sources = filterSourcesOf(topic, layers);
  if (sources.length === 0) return undefined;
  const classes = classesIn(topic, layers);
  const filters = sources.map((source) => filterSettings(source, classes));
  requireOneNameEach(filters, sources);
  const { match, followOffTopic, sitesOk } = topic;
  return {
    filters,
    match,
    ...(classes === undefined ? {} : { classes }),
    sitesOk: sitePatterns(sitesOk, layers),
    followOffTopic,
  };
}

function filterSettings(source: FilterSource, classes: readonly TopicClass[] | undefined): FilterSettings {
  const { place, given, path } = source;
  const { plugin, model, clusters } = given;
  if (plugin !== undefined)
    return {
      kind: 'plugin',
      ...pluginSettings(`${place}.plugin`, { ...given, plugin }, path('plugin') ?? ''),
    };
  return (model ?? clusters) === undefined ? termSettings(source, classes) : modelSettings(source, classes);
}

function requireOneNameEach(filters: readonly FilterSettings[], sources: readonly FilterSource[]): void {
  for (const [at, { id }] of filters.entries()) {
    if (filters.findIndex((other) => other.id === id) === at) continue;
    throw new WinnowError(
      'config',
      `${sources[at]?.place}: there is a filter ${id} before it: give it an \`id\``,
    );
  }
}

function termSettings(
  { place, given, path }: FilterSource,
  classes: readonly TopicClass[] | undefined,
): TermSettings {
  const { id, good = [], minScore: total, minRelative: relative, minShare: share } = given;
  const settings: TermSettings = {
    ...defaultTerms,
    ...(id === undefined ? {} : { id }),
    algorithm: given.algorithm ?? defaultTerms.algorithm,
    definition: linesOf(path('file') ?? '').join('\n'),
    stopWords: wordsIn(path('stopWords')),
    cutOffs: defined({ total, relative, share }),
    weights: given.weights ?? defaultTerms.weights,
    k: given.k ?? defaultTerms.k,
    ...(given.language === undefined ? {} : { language: given.language }),
    ...(good.length === 0 ? {} : { good }),
    ...(given.onlyIn === undefined ? {} : { onlyIn: given.onlyIn }),
  };
  const terms = checkDefinition(given.file ?? '', settings);
  requireKnown(good, `${place}.good`, terms, classes);
  return settings;
}

function linesOf(path: string): readonly string[] {
  return readText(path).split(/\r\n?|\n/);
}

function wordsIn(path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  return linesOf(path)
    .map((word) => wordForm(word.trim()).toLowerCase())
    .filter((word) => word !== '');
}

/** A row that cannot be read is left out, and `winnow topic check` names it; without any other there is no topic. */
function checkDefinition(file: string, { definition, stopWords }: TermSettings): readonly TopicTerm[] {
  const { terms, faults } = readTopicFile(definition, new Set(stopWords));
  if (terms.length > 0) return terms;
  const lines = faults.slice(0, maxFaults).map(({ line, problem }) => `${file}:${line}: ${problem}`);
  throw new WinnowError(
    'config',
    [`${file}: no row of it can be used; expected WEIGHT: TERM=CLASS`, ...lines].join('\n'),
  );
}

/** A class without a term for it or for any below it would never be found. */
function requireKnown(
  good: readonly string[],
  place: string,
  terms: readonly TopicTerm[],
  classes: readonly TopicClass[] | undefined,
): void {
  const { isWithin } = classHierarchy(classes);
  const used = [...new Set(terms.flatMap((term) => term.classes))];
  for (const id of good) {
    if (used.some((one) => isWithin(one, id))) continue;
    const near = nearest(id, [...used, ...(classes ?? []).map((one) => one.id)]);
    const hint = near === undefined || near === id ? '' : `; did you mean ${near}?`;
    throw new WinnowError('config', `${place}: there is no term for the class ${id.slice(0, 80)}${hint}`);
  }
}

/** @throws WinnowError `config` for a class file with any fault, each with its line */
function classesIn(topic: JobFile['topic'], layers: readonly Layer[]): readonly TopicClass[] | undefined {
  const file = topic.classes;
  if (file === undefined) return undefined;
  const { classes, faults } = readClassFile(linesOf(pathOf('classes', file, layers)).join('\n'));
  if (faults.length === 0) return classes;
  const lines = faults.slice(0, maxFaults).map(({ line, problem }) => `${file}:${line}: ${problem}`);
  throw new WinnowError('config', lines.join('\n'));
}

function pathOf(key: 'classes' | 'sitesOk', file: string, layers: readonly Layer[]): string {
  const layer = layers.findLast(
    ({ value }) => (value.topic as Partial<JobFile['topic']> | undefined)?.[key] === file,
  );
  return resolve(dirname(layer?.file ?? ''), file);
}

function sitePatterns(file: string | undefined, layers: readonly Layer[]): readonly string[] {
  if (file === undefined) return [];
  const patterns: string[] = [];
  for (const [index, raw] of linesOf(pathOf('sitesOk', file, layers)).entries()) {
    const pattern = raw.trim();
    if (pattern === '' || pattern.startsWith('#')) continue;
    const read = readSitePattern(pattern);
    if (!read.ok)
      throw new WinnowError('config', `${file}:${index + 1}: ${pattern.slice(0, 80)}: ${read.problem}`);
    patterns.push(pattern);
  }
  return patterns;
}
