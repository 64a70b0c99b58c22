import { classesOf, outlineOf } from '../../topic/models.ts';
import type { ModelSettings } from '../../topic/settings.ts';
import type { FilterFile } from '../schema/filter-schema.ts';
import { modelBytes } from './model-bytes.ts';
import { modelSettings } from './topic-model-file.ts';

/**
 * A model in a file as a filter.
 * @param good the classes that it takes; absent: `good`, else the root, else all: who names none only asks for the best class
 * @throws WinnowError `config` for a file that cannot be read and for classes that the model does not have
 */
export function namedModel(
  file: string,
  good?: readonly string[],
): { readonly settings: ModelSettings; readonly bytes: Uint8Array } {
  const bytes = modelBytes(file, file);
  const { header } = outlineOf(bytes, file);
  const given: FilterFile =
    header.kind === 'clusters'
      ? { clusters: file, good: [...(good ?? [])] }
      : { model: file, good: [...(good ?? onTopicClasses(classesOf(header)))] };
  return { settings: modelSettings({ place: '--model', given, path: () => file }), bytes };
}

function onTopicClasses(classes: readonly string[]): readonly string[] {
  if (classes.includes('good')) return ['good'];
  return classes.includes('/') ? ['/'] : classes;
}
