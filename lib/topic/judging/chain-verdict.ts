import type { AskedFilter, FilterVerdict, TopicVerdict } from '../../base/page/topic-verdict.ts';
import type { TopicSettings } from './topic-settings.ts';

/**
 * What filters say together. With `any` the first that accepts decides, with `all` the first that refuses: it was asked
 * last in either case, or all agree.
 * @param before what those said that were asked before; undefined: it is the first
 */
export function joinVerdict(before: TopicVerdict | undefined, said: FilterVerdict): TopicVerdict {
  if (before === undefined) return said;
  const asked = before.chain ?? [inBrief(before)];
  if (asked.length === 0) return said;
  const crawlOnly = !said.relevant && (said.crawlOnly ?? before.crawlOnly);
  return { ...said, ...(crawlOnly ? { crawlOnly } : {}), chain: [...asked, inBrief(said)] };
}

function inBrief({ filter, relevant, score }: FilterVerdict): AskedFilter {
  return { filter, relevant, score };
}

/** The verdict of a chain none of whose filters was asked yet: undecided. */
export function openVerdict({ match, filters }: Pick<TopicSettings, 'match' | 'filters'>): TopicVerdict {
  const [first] = filters;
  return {
    relevant: match === 'all',
    filter: first?.id ?? '',
    kind: first?.kind ?? 'plugin',
    score: 0,
    classes: [],
    chain: [],
  };
}

/** Whether a verdict stands, whatever filters after it would say. */
export function isDecided({ relevant, site }: TopicVerdict, match: TopicSettings['match']): boolean {
  return site !== undefined || relevant === (match === 'any');
}
