import { recent } from '../base/recent-answers.ts';
import type { MarkupLink } from '../document/html/markup.ts';
import type { Link } from '../links/link.ts';
import { type TopicParts, topicFilterOf } from '../topic/topic-filter.ts';
import type { TopicSettings } from '../topic/topic-settings.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { type Fit, probabilityOf } from './fit.ts';

/** Judges links of pages: the same text is judged once. */
export interface LinkJudge {
  /**
   * @param fit of the page that it stands on
   * @param declared the language that the page says it is in
   */
  score(link: Pick<Link, 'url' | 'anchor'>, context: LinkContext, fit: Fit, declared?: string): number;
}

/** Where a link stands in the text of its page; empty: not known. */
export interface LinkContext {
  /** The words before, in and after it. */
  readonly near: string;
  /** The part of the text that it stands in, the same for all links of that part. */
  readonly passage: string;
}

export const noContext: LinkContext = { near: '', passage: '' };

/** Texts that are remembered: navigation stands on each page of a site. */
const remembered = 2_000;
const rememberedPassages = 500;
const rememberedLanguages = 4;
/** Characters before and after a link that are about its target. */
const reach = 50;
/** Characters of a passage: parts of fixed length, so that a page of links is judged no more than twice as a whole. */
const passageLength = 1_000;
/** Links of one page that are judged; the rest is as its page is. */
export const maxJudged = 500;

/**
 * What anchor and URL, the words beside it, its passage, and its page weigh in the score of a link: by crawls over an
 * encyclopedia, rounded (bench/results/focus.md). The harvest hangs little on them: halves and doubles change it by a hundredth.
 */
const weights = { bias: 1.5, anchor: 1.3, near: 0.85, passage: 0.85, page: 0.3 };

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
  const textsIn = recent((declared: string) => {
    const judged = (text: string): { readonly fit: Fit } => ({ fit: filter.fit(text, declared) });
    return { ofWords: recent(judged, remembered), ofPassage: recent(judged, rememberedPassages) };
  }, rememberedLanguages);
  const nothing = filter.fit('');
  return {
    score({ url, anchor }, { near, passage }, page, declared = '') {
      const { ofWords, ofPassage } = textsIn(declared);
      const said = ofWords(`${anchor} ${wordsOfUrl(url, anchor)}`).fit - nothing;
      const beside = near === '' ? nothing : ofWords(unsliced(near)).fit;
      const part = passage === '' ? nothing : ofPassage(unsliced(passage)).fit;
      const { bias, ...by } = weights;
      return probabilityOf(bias + by.anchor * said + by.near * beside + by.passage * part + by.page * page);
    },
  };
}

/** A part of a page that is remembered must not keep the text of the whole page in memory. */
function unsliced(part: string): string {
  return `${part} `;
}

/** Where a link stands, where the page says it. */
export function contextOf(text: string, { at, anchor }: Pick<MarkupLink, 'at' | 'anchor'>): LinkContext {
  if (at === undefined) return noContext;
  const start = at - (at % passageLength);
  return {
    near: text.slice(Math.max(0, at - reach), at + anchor.length + reach),
    passage: text.slice(start, start + passageLength),
  };
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
