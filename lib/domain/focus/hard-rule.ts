import { classHierarchy, modelsOf, type TopicSettings } from '../../topic/settings.ts';

/** The part of a verdict that names the best class of a page. */
export interface BestClass {
  /** The filter that decided, if there are several. */
  readonly filter?: string | undefined;
  readonly best?: string | undefined;
  /** Present if the page is relevant because of its host, whatever its text (`topic.sitesOk`). */
  readonly site?: string | undefined;
}

/**
 * Returns whether the best class of a page, or a class above it, is good: the rule of hard focus (Chakrabarti, van den
 * Berg and Dom 1999, §2.3: "if and only if some node on the best matching category path is marked as good").
 * @returns undefined if the deciding filter has no good classes: then only relevance can decide
 */
export function isOnGoodPath(topic: TopicSettings, { filter, best, site }: BestClass): boolean | undefined {
  if (best === undefined || site !== undefined) return undefined;
  const isOnly = topic.filters.length === 1;
  const decided = modelsOf(topic).find(({ id }) => isOnly || id === filter);
  if (decided === undefined) return undefined;
  const { isWithin } = classHierarchy(topic.classes);
  return decided.good.some((good) => isWithin(best, good));
}
