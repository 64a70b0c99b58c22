import { answerResource, type ResourceEvent } from '../lib/runtime/aws/custom-resource.ts';
import { deployJobs } from '../lib/runtime/operate/deploy-jobs.ts';

/** CloudFormation calls this for an app that is deployed with jobs, which stand beside this file. */
export const handler = (event: ResourceEvent): Promise<void> =>
  answerResource(event, 'winnow-jobs', async () => {
    await deployJobs(import.meta.dirname);
  });
