import { dirname, resolve } from 'node:path';
import { WinnowError } from '../../base/error.ts';
import type { Layer } from '../layers/layer-file.ts';
import type { FilterFile } from '../schema/filter-schema.ts';
import type { JobFile } from '../schema/job-schema.ts';

/** Settings of the topic that name a file. */
type PathKey = 'file' | 'model' | 'clusters' | 'stopWords' | 'plugin';

/** A filter as the files of a job say it. */
export interface FilterSource {
  /** The setting that it stands in, for messages: `topic`, `topic.filters.1`. */
  readonly place: string;
  readonly given: FilterFile;
  /** The absolute path of what a key names; undefined where it names nothing. */
  path(key: PathKey): string | undefined;
}

/**
 * The filters of a job's topic in their order; none where it has no topic.
 * @param layers what sets a path says what it is relative to
 * @throws WinnowError `config` for a list beside a single filter, and for entries that go by nothing or by two things
 */
export function filterSourcesOf(topic: JobFile['topic'], layers: readonly Layer[]): readonly FilterSource[] {
  const {
    filters,
    file,
    model,
    clusters,
    match: _,
    followOffTopic: __,
    sitesOk: ___,
    classes: ____,
    ...shared
  } = topic;
  const inTopic = (key: PathKey): string | undefined =>
    key === 'plugin' ? undefined : pathIn(topic[key], layers, key);
  if (filters.length === 0) {
    const single = (given: FilterFile): FilterSource => ({ place: 'topic', given, path: inTopic });
    return [
      // Beside a model `good` is about its classes, beside both kinds of models about those of the first.
      ...(file === undefined
        ? []
        : [single({ ...shared, good: (model ?? clusters) === undefined ? shared.good : [], file })]),
      ...(model === undefined ? [] : [single({ ...shared, model })]),
      ...(clusters === undefined
        ? []
        : [single({ ...shared, ...(model === undefined ? {} : { good: [], crawlOnly: [] }), clusters })]),
    ];
  }
  const beside = Object.entries({ file, model, clusters }).find(([, name]) => name !== undefined);
  if (beside !== undefined)
    throw new WinnowError(
      'config',
      `topic.filters: beside it stands topic.${beside[0]}: make that an entry of the list`,
    );
  return filters.map((entry, at) => {
    const place = `topic.filters.${at}`;
    const sources = (['file', 'model', 'clusters', 'plugin'] as const).filter(
      (key) => entry[key] !== undefined,
    );
    if (sources.length !== 1)
      throw new WinnowError(
        'config',
        `${place}: expected a \`file\`, a \`model\`, \`clusters\` or a \`plugin\`, ${got(sources)}`,
      );
    if (entry.plugin !== undefined && entry.onlyIn !== undefined)
      throw new WinnowError('config', `${place}.onlyIn: a plug-in sees \`language\` and decides itself`);
    return {
      place,
      given: { ...shared, ...(entry.file === undefined ? {} : { good: [] }), ...entry },
      path: (key) => (entry[key] === undefined ? inTopic(key) : pathIn(entry[key], layers, 'filters')),
    };
  });
}

function got(sources: readonly string[]): string {
  return sources.length === 0
    ? 'got none of them'
    : `got ${sources.map((one) => `\`${one}\``).join(' and ')}`;
}

/** What is named by the last layer that sets a key is relative to that layer's file. */
function pathIn(name: string | undefined, layers: readonly Layer[], key: string): string | undefined {
  if (name === undefined) return undefined;
  const layer = layers.findLast(
    ({ value }) => (value.topic as object | undefined)?.[key as never] !== undefined,
  );
  return resolve(dirname(layer?.file ?? ''), name);
}
