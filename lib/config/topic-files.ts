import { dirname, resolve } from 'node:path';
import { WinnowError } from '../domain/error.ts';
import { readTopicFile } from '../domain/topic/topic-file.ts';
import { defaultTopic, readSitePattern, type TopicSettings } from '../domain/topic/topic-filter.ts';
import { readText } from './combine/read-config.ts';
import type { JobFile } from './job-schema.ts';
import type { Layer } from './layer-file.ts';
import { modelSettings } from './topic-model-file.ts';

/** Rows of a topic definition that are named when it cannot be used. */
const maxFaults = 20;

/**
 * The topic of a job with the files that it names; undefined when it has none.
 * @param layers what sets a path says what it is relative to
 * @throws WinnowError `config` for a file that is missing, for a definition without a single row that can be used, and
 * for patterns that are no regular expressions, naming file and line
 */
export function topicSettings(topic: JobFile['topic'], layers: readonly Layer[]): TopicSettings | undefined {
  const read = (key: 'file' | 'stopWords' | 'sitesOk'): readonly string[] | undefined => {
    const name = topic[key];
    const layer = layers.findLast(
      ({ value }) => (value.topic as Partial<JobFile['topic']> | undefined)?.[key] === name,
    );
    if (name === undefined || layer === undefined) return undefined;
    return readText(resolve(dirname(layer.file), name)).split(/\r\n?|\n/);
  };
  const definition = read('file')?.join('\n') ?? '';
  const model = modelSettings(topic, layers);
  if (topic.file === undefined && model === undefined) return undefined;
  const { minScore: total, minRelative: relative, minShare: share, algorithm, followOffTopic } = topic;
  const stopWords = (read('stopWords') ?? [])
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
  const settings: TopicSettings = {
    ...defaultTopic,
    algorithm,
    definition,
    stopWords,
    sitesOk: sitePatterns(topic.sitesOk ?? '', read('sitesOk') ?? []),
    cutOffs: {
      ...(total === undefined ? {} : { total }),
      ...(relative === undefined ? {} : { relative }),
      ...(share === undefined ? {} : { share }),
    },
    ...(model === undefined ? {} : { model }),
    match: topic.match,
    followOffTopic,
  };
  if (topic.file !== undefined) checkDefinition(topic.file, settings);
  return settings;
}

/** A row that cannot be read is left out, and `winnow topic check` names it; without any other there is no topic. */
function checkDefinition(file: string, { definition, stopWords }: TopicSettings): void {
  const { terms, faults } = readTopicFile(definition, new Set(stopWords));
  if (terms.length > 0) return;
  const lines = faults.slice(0, maxFaults).map(({ line, problem }) => `${file}:${line}: ${problem}`);
  throw new WinnowError(
    'config',
    [`${file}: no row of it can be used; expected WEIGHT: TERM=CLASS`, ...lines].join('\n'),
  );
}

function sitePatterns(file: string, lines: readonly string[]): readonly string[] {
  const patterns: string[] = [];
  for (const [index, raw] of lines.entries()) {
    const pattern = raw.trim();
    if (pattern === '' || pattern.startsWith('#')) continue;
    const read = readSitePattern(pattern);
    if (!read.ok)
      throw new WinnowError('config', `${file}:${index + 1}: ${pattern.slice(0, 80)}: ${read.problem}`);
    patterns.push(pattern);
  }
  return patterns;
}
