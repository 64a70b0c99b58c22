/** Hubs and authorities of a topic. */
export { relevantPages } from './building/relevant-pages.ts';
export { distilTimeoutMs } from './distilling/distil-time.ts';
export {
  type DistilTopicOptions,
  distilTopic,
  type Electorate,
  electorateOf,
} from './distilling/distil-topic.ts';
export { topOf } from './distilling/scores.ts';
