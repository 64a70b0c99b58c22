import type { MarkupLink } from '../document/markup.ts';
import type { Link } from '../link.ts';
import { recent } from '../recent.ts';
import { type TopicParts, topicFilterOf } from '../topic/topic-filter.ts';
import type { TopicSettings } from '../topic/topic-settings.ts';
import type { CanonicalUrl } from '../url.ts';
import { type Fit, probabilityOf } from './fit.ts';

/** Judges links of pages: the same text is judged once. */
export interface LinkJudge {
  /**
   * @param around the text before, in and after it; empty: not known
   * @param fit of the page that it stands on
   * @param declared the language that the page says it is in
   */
  score(link: Pick<Link, 'url' | 'anchor'>, around: string, fit: Fit, declared?: string): number;
}

/** Texts that are remembered: anchors of navigation stand on each page of a site. */
const remembered = 2_000;
const rememberedLanguages = 4;
/** Characters before and after a link that are about its target. */
const reach = 100;
/** Links of one page that are judged; the rest is as its page is. */
export const maxJudged = 500;

/**
 * What anchor and URL, the text around it, and its page weigh in the score of a link. By logistic regression over
 * crawls for half of the topics of an encyclopedia, tried on the other half, rounded (docs/focus.md); only their ratios
 * matter much.
 */
const weights = { bias: 1.5, anchor: 1.7, around: 1.7, page: 0.3 };

const judges = new WeakMap<TopicSettings, LinkJudge>();

export function linkJudgeOf(topic: TopicSettings, parts: TopicParts): LinkJudge {
  let judge = judges.get(topic);
  if (!judge) {
    judge = makeJudge(topic, parts);
    judges.set(topic, judge);
  }
  return judge;
}

function makeJudge(topic: TopicSettings, parts: TopicParts): LinkJudge {
  const filter = topicFilterOf(topic, parts);
  const textsIn = recent(
    (declared: string) => recent((text: string) => ({ fit: filter.fit(text, declared) }), remembered),
    rememberedLanguages,
  );
  const nothing = filter.fit('');
  return {
    score({ url, anchor }, around, page, declared = '') {
      const fitOfText = textsIn(declared);
      const said = fitOfText(`${anchor} ${wordsOfUrl(url, anchor)}`).fit - nothing;
      const near = around === '' ? nothing : fitOfText(around).fit;
      const { bias, anchor: a, around: b, page: c } = weights;
      return probabilityOf(bias + a * said + b * near + c * page);
    },
  };
}

/** The text around a link, where the page has it. */
export function textAround(text: string, { at, anchor }: Pick<MarkupLink, 'at' | 'anchor'>): string {
  return at === undefined ? '' : text.slice(Math.max(0, at - reach), at + anchor.length + reach);
}

const separators = /[^\p{L}\p{N}\p{M}]+/u;

/** Words of path and query that the anchor does not have, at most eight from the end: where a URL is most specific. */
function wordsOfUrl(url: CanonicalUrl, anchor: string): string {
  const from = url.indexOf('/', url.indexOf('//') + 2);
  const said = anchor.toLowerCase();
  return readable(url.slice(from))
    .split(separators)
    .filter((word) => word.length > 2 && !said.includes(word.toLowerCase()))
    .slice(-8)
    .join(' ');
}

function readable(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
