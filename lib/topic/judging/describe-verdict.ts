import type { ClassVerdict, TopicVerdict } from '../../base/page/topic-verdict.ts';

/** Terms that are named. */
const namedTerms = 3;
const longest = 160;
const forLinks = 'crawled for its links only';

/**
 * A verdict in a few words: the score, the best class, what speaks most for it, and in a chain which filter decided and
 * what the others say.
 */
export function describeVerdict({
  filter,
  kind,
  score,
  classes,
  crawlOnly,
  otherLanguage,
  chain,
  site,
}: TopicVerdict): string {
  const [best] = classes;
  const parts = [`${chain === undefined ? '' : `${filter}: `}score ${rounded(score)}`];
  if (best !== undefined) {
    const share = kind === 'svm' ? '' : ` ${Math.round(100 * best.share)} %`;
    parts.push(`best ${nameOf(best)}${share}${namedEvidence(best)}`);
  } else if (kind === 'clusters' && otherLanguage === undefined) parts.push('unclassified');
  if (otherLanguage !== undefined) parts.push(`in another language (${otherLanguage})`);
  if (crawlOnly) parts.push(forLinks);
  if (site !== undefined) parts.push(`always taken: ${site}`);
  const others = chain?.filter((one) => one.filter !== filter) ?? [];
  for (const one of others)
    parts.push(`${one.filter} ${one.relevant ? 'accepts' : 'refuses'} (${rounded(one.score)})`);
  return parts.join('; ').slice(0, longest);
}

/** Whether such a description says that links are followed of a page that is not kept; one that was cut may not say it. */
export function isCrawlOnlyIn(description: string | undefined): boolean {
  return description?.split('; ').includes(forLinks) ?? false;
}

function namedEvidence({ evidence }: ClassVerdict): string {
  const terms = evidence.slice(0, namedTerms).map(({ term }) => term);
  return terms.length === 0 ? '' : ` (${terms.join(', ')})`;
}

/** What a class is called, and its id. */
export function nameOf({ id, label }: Pick<ClassVerdict, 'id' | 'label'>): string {
  return label === undefined ? id : `${label} [${id}]`;
}

/** The id of the best class that such a description names; undefined when it names none. */
export function bestClassIn(description: string | undefined): string | undefined {
  const [, name] = /(?:^|; )best ([^;]+)/.exec(description ?? '') ?? [];
  return name && idIn(name.replace(/ \(.*/s, '').replace(/ \d+ %$/, ''));
}

/** The id in what `nameOf` says. */
function idIn(name: string): string {
  const at = name.indexOf(' [');
  return at < 0 || !name.endsWith(']') ? name : name.slice(at + 2, -1);
}

/** The score that such a description names, with the filter of a chain; undefined when it is none of a verdict. */
export function scoreIn(
  description: string | undefined,
): { readonly filter?: string; readonly score: number; readonly site?: string } | undefined {
  const [, filter, score] =
    /^(?:(.+?): )?score (-?[\d.]+(?:e[+-]?\d+)?)(?:;|$)/.exec(description ?? '') ?? [];
  if (score === undefined) return undefined;
  const site = /; always taken: ([^;]+)/.exec(description ?? '')?.[1];
  return {
    score: Number(score),
    ...(filter === undefined ? {} : { filter }),
    ...(site === undefined ? {} : { site }),
  };
}

function rounded(score: number): number {
  return Number(score.toPrecision(4));
}
