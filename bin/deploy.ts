import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type StackSettings, stackSettingsFromContext } from '../lib/config/stack/stack-settings.ts';
import { WinnowError } from '../lib/domain/base/error.ts';
import { bundle } from '../lib/infra/bundle.ts';
import { bundlePlugins } from '../lib/infra/bundle-plugins.ts';
import { WinnowStack } from '../lib/infra/winnow-stack.ts';

/** The CDK app: `cdk deploy` runs it and reads what it leaves in its output directory. */
const app = new App({ analyticsReporting: false });

function deploy(settings: StackSettings): void {
  const bundleOf = (name: string): string => join(app.outdir, 'bundles', name);
  const plugins = settings.plugins === undefined ? [] : bundlePlugins(settings.plugins, bundleOf('harvest'));
  new WinnowStack(app, settings.stackName, {
    settings,
    plugins,
    description: 'Winnow, a focused web crawler',
    code: (name) => {
      const directory = bundleOf(name);
      bundle(name, directory);
      return Code.fromAsset(directory);
    },
  });
}

try {
  deploy(stackSettingsFromContext(app.node.getAllContext()));
} catch (error) {
  if (!(error instanceof WinnowError)) throw error;
  console.error(error.message);
  process.exit(1);
}
