import { classHierarchy } from '../topic/class-file.ts';
import { modelsOf, type TopicSettings } from '../topic/topic-settings.ts';

/** What a verdict says of the best class of a page. */
export interface BestClass {
  /** The filter that decided, where there are several. */
  readonly filter?: string | undefined;
  readonly best?: string | undefined;
  /** Present when the page was taken whatever it says (`topic.sitesOk`). */
  readonly site?: string | undefined;
}

/**
 * The rule of hard focus: whether the best class of a page, or one above it, is good (Chakrabarti, van den Berg and Dom 1999,
 * §2.3: "if and only if some node on the best matching category path is marked as good").
 * @returns undefined where a filter decided that knows no good classes: then relevance is all there is
 */
export function isOnGoodPath(topic: TopicSettings, { filter, best, site }: BestClass): boolean | undefined {
  if (best === undefined || site !== undefined) return undefined;
  const isOnly = topic.filters.length === 1;
  const decided = modelsOf(topic).find(({ id }) => isOnly || id === filter);
  if (decided === undefined) return undefined;
  const { isWithin } = classHierarchy(topic.classes);
  return decided.good.some((good) => isWithin(best, good));
}
