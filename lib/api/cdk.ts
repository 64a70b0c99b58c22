/**
 * `winnow-crawler/cdk`: a crawl as a construct for a CDK app of your own, and the stack of `cdk deploy`. It needs `aws-cdk-lib`
 * and `constructs`, and `esbuild` unless bundles are given.
 */
export {
  type StackSettings,
  type StackSettingsInput,
  stackSettingsFromContext,
} from '../config/stack/stack-settings.ts';
export type { ChangesReceiver } from '../infra/crawl/change-events.ts';
export type { ChangesSubscription, JobDirectory, WinnowCrawlProps } from '../infra/crawl/crawl-props.ts';
export { WinnowCrawl } from '../infra/winnow-crawl.ts';
export { WinnowStack, type WinnowStackProps } from '../infra/winnow-stack.ts';
