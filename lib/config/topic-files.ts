import { dirname, resolve } from 'node:path';
import { WinnowError } from '../domain/error.ts';
import { readSitePattern } from '../domain/topic/sites-ok.ts';
import { defaultTerms } from '../domain/topic/term-filter.ts';
import { readTopicFile } from '../domain/topic/topic-file.ts';
import type { FilterSettings, TermSettings, TopicSettings } from '../domain/topic/topic-settings.ts';
import { readText } from './combine/read-config.ts';
import type { JobFile } from './job-schema.ts';
import type { Layer } from './layer-file.ts';
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
  const filters = sources.map(filterSettings);
  requireOneNameEach(filters, sources);
  const { match, followOffTopic, sitesOk } = topic;
  return { filters, match, sitesOk: sitePatterns(sitesOk, layers), followOffTopic };
}

function filterSettings(source: FilterSource): FilterSettings {
  const { place, given, path } = source;
  const { plugin, model } = given;
  if (plugin !== undefined)
    return {
      kind: 'plugin',
      ...pluginSettings(`${place}.plugin`, { ...given, plugin }, path('plugin') ?? ''),
    };
  return model === undefined ? termSettings(source) : modelSettings(source);
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

function termSettings({ given, path }: FilterSource): TermSettings {
  const { id, minScore: total, minRelative: relative, minShare: share } = given;
  const settings: TermSettings = {
    ...defaultTerms,
    ...(id === undefined ? {} : { id }),
    algorithm: given.algorithm ?? defaultTerms.algorithm,
    definition: linesOf(path('file') ?? '').join('\n'),
    stopWords: wordsIn(path('stopWords')),
    cutOffs: {
      ...(total === undefined ? {} : { total }),
      ...(relative === undefined ? {} : { relative }),
      ...(share === undefined ? {} : { share }),
    },
    weights: given.weights ?? defaultTerms.weights,
    k: given.k ?? defaultTerms.k,
  };
  checkDefinition(given.file ?? '', settings);
  return settings;
}

function linesOf(path: string): readonly string[] {
  return readText(path).split(/\r\n?|\n/);
}

function wordsIn(path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  return linesOf(path)
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
}

/** A row that cannot be read is left out, and `winnow topic check` names it; without any other there is no topic. */
function checkDefinition(file: string, { definition, stopWords }: TermSettings): void {
  const { terms, faults } = readTopicFile(definition, new Set(stopWords));
  if (terms.length > 0) return;
  const lines = faults.slice(0, maxFaults).map(({ line, problem }) => `${file}:${line}: ${problem}`);
  throw new WinnowError(
    'config',
    [`${file}: no row of it can be used; expected WEIGHT: TERM=CLASS`, ...lines].join('\n'),
  );
}

function sitePatterns(file: string | undefined, layers: readonly Layer[]): readonly string[] {
  if (file === undefined) return [];
  const layer = layers.findLast(
    ({ value }) => (value.topic as Partial<JobFile['topic']> | undefined)?.sitesOk === file,
  );
  const patterns: string[] = [];
  for (const [index, raw] of linesOf(resolve(dirname(layer?.file ?? ''), file)).entries()) {
    const pattern = raw.trim();
    if (pattern === '' || pattern.startsWith('#')) continue;
    const read = readSitePattern(pattern);
    if (!read.ok)
      throw new WinnowError('config', `${file}:${index + 1}: ${pattern.slice(0, 80)}: ${read.problem}`);
    patterns.push(pattern);
  }
  return patterns;
}
