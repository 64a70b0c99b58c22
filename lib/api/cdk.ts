/** `winnow-crawler/cdk`: the stack for a CDK app of your own. It needs `aws-cdk-lib`, `constructs` and `esbuild`. */
export { type StackSettings, stackSettingsFromContext } from '../config/stack/stack-settings.ts';
export { bundle } from '../infra/bundle.ts';
export { bundlePlugins } from '../infra/bundle-plugins.ts';
export { WinnowStack, type WinnowStackProps } from '../infra/winnow-stack.ts';
