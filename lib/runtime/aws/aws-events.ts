import type { SQSClient } from '@aws-sdk/client-sqs';
import { sendChangeEvents } from '../../adapters/aws/queue/change-events.ts';
import { type Environment, needed } from '../../config/stack/environment.ts';
import { listChanges } from '../../pipeline/collection/replay-changes.ts';
import type { Job } from '../../ports/jobs.ts';
import { changeEvents, type StackEvents } from '../shared/change-events.ts';
import type { AwsStores } from './aws-ports.ts';

/** The events of a stack. @param jobNamed throws for an unknown job */
export function stackEvents(
  parts: { readonly stores: AwsStores; readonly sqs: SQSClient; readonly environment: Environment },
  jobNamed: (name: string) => Promise<Job>,
): StackEvents {
  const { stores, sqs, environment } = parts;
  return {
    ...changeEvents(stores, jobNamed),
    async redeliver(name, query, queueUrl) {
      const { name: job } = await jobNamed(name);
      return await sendChangeEvents(
        sqs,
        queueUrl,
        needed(environment, 'bucket'),
        listChanges(stores, job, query),
      );
    },
  };
}
