import type { StemmedLanguage } from '../../base/language/languages.ts';
import { outlineOf } from '../learn/model-frame.ts';
import { readTokeniser } from '../learn/tokeniser.ts';
import type { TopicParts } from './topic-filter.ts';
import type { TopicSettings } from './topic-settings.ts';

/**
 * The languages whose stemmers a topic needs: those of its topic definitions, and of its models as far as they are handed
 * on. @throws WinnowError as `outlineOf` and `readTokeniser`
 */
export function languagesOf(
  { filters }: Pick<TopicSettings, 'filters'>,
  { models }: TopicParts = {},
): readonly StemmedLanguage[] {
  return filters.flatMap((one) => {
    if (one.kind === 'terms') return one.language === undefined ? [] : [one.language];
    const bytes = one.kind === 'plugin' ? undefined : models?.get(one.digest);
    return bytes === undefined ? [] : languagesOfModel(bytes, one.kind === 'plugin' ? '' : one.file);
  });
}

/** The languages whose stemmers a model needs. @param name of its file, for messages */
function languagesOfModel(bytes: Uint8Array, name: string): readonly StemmedLanguage[] {
  return readTokeniser(outlineOf(bytes, name).header.tokeniser, name).languages;
}
