import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { stackSettingsFromContext } from '../lib/config/stack-settings.ts';
import { bundle } from '../lib/infra/bundle.ts';
import { WinnowStack } from '../lib/infra/winnow-stack.ts';

const app = new App({ analyticsReporting: false });
const settings = stackSettingsFromContext((name) => app.node.tryGetContext(name));

new WinnowStack(app, settings.stackName, {
  settings,
  description: 'Winnow, a focused web crawler',
  code: (name) => {
    const directory = join(app.outdir, 'bundles', name);
    bundle(name, directory);
    return Code.fromAsset(directory);
  },
});
