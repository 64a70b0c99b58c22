import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type StackSettings, stackSettingsFromContext } from '../lib/config/stack-settings.ts';
import { WinnowError } from '../lib/domain/error.ts';
import { bundle } from '../lib/infra/bundle.ts';
import { WinnowStack } from '../lib/infra/winnow-stack.ts';

/** The CDK app: `cdk deploy` runs it and reads what it leaves in its output directory. */
const app = new App({ analyticsReporting: false });

function deploy(settings: StackSettings): void {
  new WinnowStack(app, settings.stackName, {
    settings,
    description: 'Winnow, a focused web crawler',
    code: (name) => {
      const directory = join(app.outdir, 'bundles', name);
      bundle(name, directory);
      return Code.fromAsset(directory);
    },
  });
}

try {
  deploy(stackSettingsFromContext((name) => app.node.tryGetContext(name)));
} catch (error) {
  if (!(error instanceof WinnowError)) throw error;
  console.error(error.message);
  process.exit(1);
}
