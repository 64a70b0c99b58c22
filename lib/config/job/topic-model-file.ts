import { existsSync } from 'node:fs';
import { WinnowError } from '../../base/error.ts';
import {
  type ClusterModelHeader,
  classesOf,
  type FrameHeader,
  knownClass,
  listed,
  type ModelHeader,
  outlineOf,
  readFrame,
  readTrainingTexts,
  type TaxonomyHeader,
  taxonomyWorkKey,
  trainingTextsKey,
  withoutExamples,
} from '../../topic/models.ts';
import {
  classHierarchy,
  isWithin,
  type ModelSettings,
  type TopicClass,
  type TopicSettings,
} from '../../topic/settings.ts';
import { modelBytes } from './model-bytes.ts';
import type { FilterSource } from './topic-filters.ts';

/** A model that a job names, where it lies. */
export interface ModelFile {
  readonly digest: string;
  /** Its bytes as a crawl needs them. @throws WinnowError `corrupt` or `newer` */
  read(): Uint8Array;
}

/** The least that good classes must fit by, where the job does not say it. */
const leastMargin = 0;
const leastProbability = 0.5;
/** What `winnow train --good DIR --bad DIR` calls it, and so do models of SVMlight. */
const usualGood = 'good';

/**
 * A model as a filter of a job's topic. Of its file counts what it says of itself.
 * @throws WinnowError `config` for a file that cannot be read and for classes that the model does not have, naming the
 * nearest; `corrupt` or `newer` for what is no model
 */
export function modelSettings(
  { place, given, path }: FilterSource,
  fileClasses?: readonly TopicClass[],
): ModelSettings {
  const key = given.clusters === undefined ? 'model' : 'clusters';
  const file = given[key] ?? '';
  const { header, digest } = outlineOf(modelBytes(path(key) ?? '', file), file);
  const { kind } = header;
  requireKind(kind, key, { place, file });
  const classes = classesOf(header);
  const hierarchy = classHierarchy(fileClasses);
  /** A class that only the class file has stands for those of the model that are below it. */
  const isBelow = (id: string, above: string): boolean =>
    hierarchy.has(above) && hierarchy.isWithin(id, above);
  const marked = (key: 'good' | 'crawlOnly'): readonly string[] =>
    (given[key] ?? []).flatMap((one) => {
      const below = classes.includes(one) ? [] : classes.filter((id) => isBelow(id, one));
      return below.length > 0 ? below : knownClass(one, `${place}.${key}`, kind, classes);
    });
  const wanted = marked('good');
  const good = wanted.length > 0 ? wanted : usuallyGood(header, classes);
  const crawlOnly = marked('crawlOnly');
  if (good.length === 0)
    throw new WinnowError(
      'config',
      `${place}.good: ${kind === 'clusters' ? `no cluster of ${file} has enough auto-in pages; ` : ''}say which classes of ${file} the crawl is about: ${listed(classes)}`,
    );
  for (const one of crawlOnly) {
    const above = good.find((other) => (kind === 'taxonomy' ? isWithin(one, other) : one === other));
    if (above !== undefined)
      throw new WinnowError(
        'config',
        `${place}.crawlOnly: ${one} is kept anyway, as ${place}.good has ${above}`,
      );
  }
  const least = kind === 'svm' ? leastMargin : leastProbability;
  const minRelevance = given.minRelevance ?? thresholdIn(header, good) ?? least;
  const pages = given.onlyIn === undefined ? {} : { onlyIn: given.onlyIn };
  return { kind, id: given.id ?? kind, file, digest, good, crawlOnly, minRelevance, ...pages };
}

/** A job says by the name of the setting what it expects. */
function requireKind(
  kind: FrameHeader['kind'],
  key: 'model' | 'clusters',
  { place, file }: { readonly place: string; readonly file: string },
): void {
  if ((kind === 'clusters') === (key === 'clusters')) return;
  const [what, right] = kind === 'clusters' ? ['of clusters', 'clusters'] : [`of the kind ${kind}`, 'model'];
  throw new WinnowError('config', `${place}.${key}: ${file} is a model ${what}: name it with \`${right}\``);
}

/** The classes that a job is about if it does not say it: of clusters those that the model calls relevant. */
function usuallyGood(header: FrameHeader, classes: readonly string[]): readonly string[] {
  if (header.kind === 'clusters') return (header as ClusterModelHeader).relevant;
  return classes.includes(usualGood) ? [usualGood] : [];
}

/** What was chosen when the model was trained, for the very classes that the job is about. */
function thresholdIn(header: FrameHeader, good: readonly string[]): number | undefined {
  const { threshold } = header as Partial<ModelHeader>;
  const isSame = threshold?.onTopic.toSorted().join('\n') === good.toSorted().join('\n');
  return isSame ? threshold?.value : undefined;
}

/** Where the models of a job's topic lie, each once. */
export function modelFiles(
  topic: TopicSettings | undefined,
  sources: readonly FilterSource[],
): readonly ModelFile[] {
  const files = (topic?.filters ?? []).flatMap((settings, at) => {
    const path = sources[at]?.path(settings.kind === 'clusters' ? 'clusters' : 'model');
    const isModel = settings.kind !== 'terms' && settings.kind !== 'plugin';
    return isModel && path !== undefined ? [modelFile(settings, path), ...besideModel(settings, path)] : [];
  });
  return files.filter(({ digest }, at) => files.findIndex((other) => other.digest === digest) === at);
}

function modelFile(settings: ModelSettings, path: string): ModelFile {
  const { file, digest, kind } = settings;
  return {
    digest,
    read() {
      const bytes = checkedBytes(settings, path);
      if (kind === 'taxonomy') return withoutExamples(bytes, file);
      readFrame(bytes, file);
      return bytes;
    },
  };
}

/** @throws WinnowError `unavailable` for a file that is another one by now */
function checkedBytes({ file, digest }: ModelSettings, path: string): Uint8Array {
  const bytes = modelBytes(path, file);
  if (outlineOf(bytes, file).digest === digest) return bytes;
  throw new WinnowError('unavailable', `${file}: it was changed just now; try again`);
}

/** What is kept beside a model: of a taxonomy it with its examples, so that the installation can change it. */
function besideModel(settings: ModelSettings, path: string): readonly ModelFile[] {
  if (settings.kind !== 'taxonomy') return trainingTexts(settings, path);
  const { header } = outlineOf(modelBytes(path, settings.file), settings.file);
  if ((header as TaxonomyHeader).examples === 0) return [];
  return [{ digest: taxonomyWorkKey(settings.digest), read: () => checkedBytes(settings, path) }];
}

/** What lies beside a model of what it was trained with; nothing if that is of another training. */
function trainingTexts({ file, digest }: ModelSettings, path: string): readonly ModelFile[] {
  if (!existsSync(`${path}.texts`)) return [];
  const bytes = modelBytes(`${path}.texts`, `${file}.texts`);
  const { trainingSet } = outlineOf(modelBytes(path, file), file).header as Partial<ModelHeader>;
  if (readTrainingTexts(bytes)?.of !== trainingSet?.digest) return [];
  return [{ digest: trainingTextsKey(digest), read: () => bytes }];
}
