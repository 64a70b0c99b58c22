/** What the filters say of a page and of its links, and what a verdict means. */
export { isDecided, joinVerdict } from './judging/chain-verdict.ts';
export { bestClassIn, describeVerdict, isCrawlOnlyIn, nameOf, scoreIn } from './judging/describe-verdict.ts';
export { bounded, fitOf, probabilityOf } from './judging/fit.ts';
export {
  contextOf,
  type LinkFits,
  type LinkJudge,
  linkJudgeOf,
  maxJudged,
  noContext,
} from './judging/link-scores.ts';
export { pageFit } from './judging/page-fit.ts';
export { type Difference, openDifference } from './judging/rejudge-difference.ts';
export { relevanceIn } from './judging/relevance-in.ts';
export { termsOf, topicDoubts } from './judging/term-filter.ts';
export { type FilterDocument, type TopicParts, topicFilterOf } from './judging/topic-filter.ts';
export { languagesOf } from './judging/topic-languages.ts';
export { type CutOffTest, openTopicTest, type TermTest, type TopicTest } from './judging/topic-test.ts';
export { cosine, type LatentJudge, latentJudgeOf, openLatentJudge } from './latent/latent-judge.ts';
export { descriptionNames, documentText, sampledWords } from './learn/document-text.ts';
export { type CollectionStatistics, openStatistics } from './terms/collection-statistics.ts';
export { plainMatcher } from './terms/plain-matcher.ts';
export type { TopicDocument } from './terms/topic-text.ts';
