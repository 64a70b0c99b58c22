/** Why a verdict came out as it did, and what a topic does on a collection. */
export {
  explainTopic,
  type FilterEvidence,
  type PluginsAnswer,
  type TopicEvidence,
} from './evidence/explain-topic.ts';
export type { ClusterEvidence, ModelEvidence } from './evidence/model-evidence.ts';
export type { TextSpan } from './evidence/page-parts.ts';
export type { TermEvidence } from './evidence/term-evidence.ts';
export { type ClassCensus, type Suggestion, suggestMarks } from './taxonomy/suggest.ts';
