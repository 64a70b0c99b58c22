import type { RuleSubject, ScoreOf } from '../../lib/domain/plugins/strategy-rule.ts';

/**
 * Shark search (Hersovici and others 1998): a link inherits from its page, the more the nearer that was to the subject, and
 * its anchor and what stands beside it speak for it. `words` are the subject. A context keeps no inherited scores, so the score
 * with which a page was chosen stands for its own.
 */
export const score: ScoreOf = ({ links }, { options }) => {
  if (links === undefined) return 0;
  const { words = [], decay = 0.5, anchors = 0.8, inherited = 0.5 } = options as Options;
  const near = likeness(words, links.anchor);
  const beside = near > 0 ? 1 : likeness(words, links.block);
  const neighbourhood = anchors * near + (1 - anchors) * beside;
  return inherited * inheritedFrom(links, decay) + (1 - inherited) * neighbourhood;
};

interface Options {
  /** In small letters; `plant*` is every word that begins so. */
  readonly words?: readonly string[];
  /** What remains of a page's worth one link on (δ). */
  readonly decay?: number;
  /** How much an anchor counts beside the links around it (β). */
  readonly anchors?: number;
  /** How much a page counts beside its links (γ). */
  readonly inherited?: number;
}

/** From the best page with a link: its relevance, or what it inherited itself. */
function inheritedFrom({ sources }: NonNullable<RuleSubject['links']>, decay: number): number {
  const worths = sources.map(({ relevance = 0, score: own = 0 }) => (relevance > 0.1 ? relevance : own));
  return decay * Math.max(0, ...worths);
}

/** The cosine of two sets of words. */
function likeness(wanted: readonly string[], found: readonly string[]): number {
  const isFound = (word: string): boolean =>
    word.endsWith('*')
      ? found.some((one) => one.startsWith(word.slice(0, -1)))
      : found.some((one) => one === word);
  const shared = wanted.filter(isFound).length;
  return shared === 0 ? 0 : Math.min(1, shared / Math.sqrt(wanted.length * found.length));
}
