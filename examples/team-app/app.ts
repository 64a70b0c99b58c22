import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { acknowledge } from './acknowledged.ts';
import { SearchStack } from './search-stack.ts';

const app = new App({ analyticsReporting: false });
const stack = new SearchStack(app, 'TeamSearch', {
  local: app.node.tryGetContext('local') === 'true',
  job: app.node.tryGetContext('job'),
});
acknowledge(stack.crawl);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
