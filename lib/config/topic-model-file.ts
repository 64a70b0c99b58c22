import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { WinnowError } from '../domain/error.ts';
import { type FrameHeader, outlineOf, readFrame } from '../domain/topic/learn/model-frame.ts';
import { isWithin, readClassPath } from '../domain/topic/taxonomy/class-path.ts';
import { withoutExamples } from '../domain/topic/taxonomy/taxonomy-file.ts';
import type { ModelSettings } from '../domain/topic/topic-filter.ts';
import { classesOf } from '../domain/topic/topic-model.ts';
import type { JobFile } from './job-schema.ts';
import type { Layer } from './layer-file.ts';
import { nearest } from './nearest.ts';

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
/** Classes that are named when one is not known. */
const namedClasses = 12;

/**
 * The model of a job's topic as a filter; undefined when it has none. Of the file counts what it says of itself.
 * @param layers what sets the path says what it is relative to
 * @throws WinnowError `config` for a file that cannot be read and for classes that the model does not have, naming the
 * nearest; `corrupt` or `newer` for what is no model
 */
export function modelSettings(topic: JobFile['topic'], layers: readonly Layer[]): ModelSettings | undefined {
  const file = topic.model;
  if (file === undefined) return undefined;
  const { header, digest } = outlineOf(readBytes(pathOf(file, layers), file), file);
  const { kind } = header;
  const classes = classesOf(header);
  const marked = (key: 'good' | 'crawlOnly'): readonly string[] =>
    topic[key].map((one) => knownClass(one, `topic.${key}`, kind, classes));
  const given = marked('good');
  const good = given.length === 0 && classes.includes(usualGood) ? [usualGood] : given;
  const crawlOnly = marked('crawlOnly');
  if (good.length === 0)
    throw new WinnowError(
      'config',
      `topic.good: say which classes of ${file} the crawl is about: ${listed(classes)}`,
    );
  for (const one of crawlOnly) {
    const above = good.find((other) => (kind === 'taxonomy' ? isWithin(one, other) : one === other));
    if (above !== undefined)
      throw new WinnowError('config', `topic.crawlOnly: ${one} is kept anyway, as topic.good has ${above}`);
  }
  const minRelevance = topic.minRelevance ?? (kind === 'svm' ? leastMargin : leastProbability);
  return { file, digest, kind, good, crawlOnly, minRelevance };
}

/** Where the model of a job's topic lies; undefined when it has none. */
export function modelFile(
  settings: ModelSettings | undefined,
  layers: readonly Layer[],
): ModelFile | undefined {
  if (settings === undefined) return undefined;
  const { file, digest } = settings;
  const path = pathOf(file, layers);
  return {
    digest,
    read() {
      const bytes = readBytes(path, file);
      const outline = outlineOf(bytes, file);
      if (outline.digest !== digest)
        throw new WinnowError('unavailable', `${file}: it was changed just now; try again`);
      if (outline.header.kind === 'taxonomy') return withoutExamples(bytes, file);
      readFrame(bytes, file);
      return bytes;
    },
  };
}

function pathOf(name: string, layers: readonly Layer[]): string {
  const layer = layers.findLast(
    ({ value }) => (value.topic as Partial<JobFile['topic']> | undefined)?.model === name,
  );
  return resolve(dirname(layer?.file ?? ''), name);
}

/**
 * A class as the model has it.
 * @param place the setting that names it, for the message
 * @throws WinnowError `config` for one that it does not have, naming the nearest
 */
export function knownClass(
  written: string,
  place: string,
  kind: FrameHeader['kind'],
  classes: readonly string[],
): string {
  const read = kind === 'taxonomy' ? readClassPath(written) : { path: written };
  if ('problem' in read)
    throw new WinnowError('config', `${place}: ${written.slice(0, 80)}: ${read.problem}`);
  if (classes.includes(read.path)) return read.path;
  const near = nearest(read.path, classes) ?? sameEnd(read.path, classes);
  const hint = near === undefined ? `it has ${listed(classes)}` : `did you mean ${near}?`;
  throw new WinnowError('config', `${place}: the model has no class ${read.path.slice(0, 80)}; ${hint}`);
}

/** A class of the same name elsewhere in the tree. */
function sameEnd(path: string, classes: readonly string[]): string | undefined {
  const end = path.slice(path.lastIndexOf('/')).toLowerCase();
  return classes.find((one) => one.toLowerCase().endsWith(end));
}

function listed(classes: readonly string[]): string {
  const shown = classes.filter((one) => one !== '/').slice(0, namedClasses);
  return `${shown.join(', ')}${classes.length > shown.length + 1 ? ', …' : ''}`;
}

function readBytes(path: string, name: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new WinnowError(
      'config',
      `topic.model: ${name}: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    );
  }
}
