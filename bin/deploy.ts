import { App } from 'aws-cdk-lib';
import { WinnowError } from '../lib/base/error.ts';
import { stackSettingsFromContext } from '../lib/config/stack/stack-settings.ts';
import { WinnowStack } from '../lib/infra/winnow-stack.ts';

/** The CDK app: `cdk deploy` runs it and reads what it leaves in its output directory. */
const app = new App({ analyticsReporting: false });

try {
  const settings = stackSettingsFromContext(app.node.getAllContext());
  new WinnowStack(app, settings.stackName, { settings, description: 'Winnow, a focused web crawler' });
} catch (error) {
  if (!(error instanceof WinnowError)) throw error;
  console.error(error.message);
  process.exit(1);
}
