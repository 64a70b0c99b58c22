import { wordForm } from '../../base/language/word-form.ts';
import type { Link } from '../../base/links/link.ts';
import { recent } from '../../base/recent-answers.ts';
import { percentDecoded } from '../../base/url/percent-decoded.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { LatentJudge } from '../latent/latent-judge.ts';
import { bounded, type Fit, probabilityOf } from './fit.ts';
import { type TopicParts, topicFilterOf } from './topic-filter.ts';
import type { TopicSettings } from './topic-settings.ts';

/** Scores links of pages. Results are cached by text. */
export interface LinkJudge {
  /**
   * Returns the probability that the target of a link is relevant, 0 to 1.
   * @param fit of the page with the link
   * @param declared language that the page declares
   */
  score(link: Pick<Link, 'url' | 'anchor'>, context: LinkContext, fit: Fit, declared?: string): number;
  /** What the score is made of. */
  fits(link: Pick<Link, 'url' | 'anchor'>, context: LinkContext, fit: Fit, declared?: string): LinkFits;
}

/** How well a topic fits what is known of a link. */
export interface LinkFits {
  /** Anchor and words of the URL, beyond what an empty text has. */
  readonly anchor: Fit;
  /** The text nearby, the passage, and the page. */
  readonly near: Fit;
  readonly passage: Fit;
  readonly page: Fit;
  /** How far anchor and URL are on topic by what they mean; 0 if they are not, and without a latent space. */
  readonly meaning: Fit;
}

/** The text around a link; empty if unknown. */
export interface LinkContext {
  /** The text before, in and after the anchor. */
  readonly near: string;
  /** The passage that contains the link, the same for all links of the passage. */
  readonly passage: string;
}

export const noContext: LinkContext = { near: '', passage: '' };

/** Sizes of the caches. Caching pays because navigation repeats on every page of a site. */
const cachedTexts = 2_000;
const cachedPassages = 500;
const cachedLanguages = 4;
/** Number of characters before and after an anchor that are taken to describe the target. */
const reach = 50;
/**
 * Characters of a passage. Passages have fixed bounds, so that judging all links reads the text of the page at most
 * twice.
 */
const passageLength = 1_000;
/** Links of one page that are scored; further links get the relevance of the page. */
export const maxJudged = 500;

/**
 * Weights of anchor and URL, of the text nearby, of the passage and of the page in the score of a link. Fitted by
 * crawls of an encyclopedia and rounded (bench/results/focus.md). Halving or doubling a weight changes the harvest rate
 * by about 0.01.
 */
const weights = { bias: 1.5, anchor: 1.3, near: 0.85, passage: 0.85, page: 0.3, meaning: 0 };
/**
 * The same where a latent space judges what anchor and URL mean. What lies near the topic speaks for a link; what lies far from it
 * does not speak against one, as the last pages of a small topic have titles that the rest is not about (bench/results/focus.md).
 */
const weightsWithLatent = { bias: 1.8, anchor: 0.6, near: 1, passage: 0.8, page: 0.2, meaning: 1 };

interface MadeJudge {
  readonly latent: LatentJudge | undefined;
  readonly judge: LinkJudge;
}

const judges = new WeakMap<TopicSettings, MadeJudge>();

/** @param latent what judges by what words mean in the field; absent: the filter alone judges */
export function linkJudgeOf(topic: TopicSettings, parts: TopicParts, latent?: LatentJudge): LinkJudge {
  let made = judges.get(topic);
  if (made === undefined || made.latent !== latent) {
    made = { latent, judge: makeJudge(topic, parts, latent) };
    judges.set(topic, made);
  }
  return made.judge;
}

function makeJudge(topic: TopicSettings, parts: TopicParts, latent: LatentJudge | undefined): LinkJudge {
  const filter = topicFilterOf(topic, parts);
  const textsIn = recent((declared: string) => {
    const judged = (text: string): { readonly fit: Fit } => ({ fit: filter.fit(text, declared) });
    const meant = (text: string): { readonly fit: Fit } => ({
      fit: bounded(Math.max(0, latent?.fit(text, declared) ?? 0)),
    });
    return {
      ofWords: recent(judged, cachedTexts),
      ofPassage: recent(judged, cachedPassages),
      meaning: recent(meant, cachedTexts),
    };
  }, cachedLanguages);
  const nothing = filter.fit('');
  const by = latent === undefined ? weights : weightsWithLatent;
  const fits: LinkJudge['fits'] = ({ url, anchor }, { near, passage }, page, declared = '') => {
    const { ofWords, ofPassage, meaning } = textsIn(declared);
    const words = `${anchor} ${wordsOfUrl(url, anchor)}`;
    return {
      anchor: ofWords(words).fit - nothing,
      near: near === '' ? nothing : ofWords(unsliced(near)).fit,
      passage: passage === '' ? nothing : ofPassage(unsliced(passage)).fit,
      page,
      meaning: latent === undefined ? 0 : meaning(words).fit,
    };
  };
  return {
    fits,
    score(link, context, page, declared) {
      const { anchor, near, passage, meaning } = fits(link, context, page, declared);
      return probabilityOf(
        by.bias +
          by.anchor * anchor +
          by.near * near +
          by.passage * passage +
          by.page * page +
          by.meaning * meaning,
      );
    },
  };
}

/** Copies a part of a text, so that a cached part does not keep the text of the whole page in memory. */
function unsliced(part: string): string {
  return `${part} `;
}

/** Returns the text around a link; `noContext` if the position of the link is unknown. */
export function contextOf(
  text: string,
  { at, anchor }: { readonly at?: number; readonly anchor: string },
): LinkContext {
  if (at === undefined) return noContext;
  const start = at - (at % passageLength);
  return {
    near: text.slice(Math.max(0, at - reach), at + anchor.length + reach),
    passage: text.slice(start, start + passageLength),
  };
}

const separators = /[^\p{L}\p{N}\p{M}]+/u;

/**
 * Returns words of path and query that are not in the anchor: at most the last eight, because a URL is most specific at
 * its end.
 */
function wordsOfUrl(url: CanonicalUrl, anchor: string): string {
  const from = url.indexOf('/', url.indexOf('//') + 2);
  const said = wordForm(anchor).toLowerCase();
  return wordForm(percentDecoded(url.slice(from)))
    .split(separators)
    .filter((word) => word.length > 2 && !said.includes(word.toLowerCase()))
    .slice(-8)
    .join(' ');
}
