import { changesPrefix } from '../../adapters/aws/base/keys.ts';
import { decodeLines } from '../../adapters/aws/objects/json-lines.ts';
import { sendChangeEvents } from '../../adapters/aws/queue/change-events.ts';
import { receivedChanges } from '../../adapters/aws/queue/received-changes.ts';
import { WinnowError } from '../../base/error.ts';
import { append } from '../../base/long-lists.ts';
import { needed } from '../../config/stack/environment.ts';
import { listChanges, type OnMissing, type ReplayQuery } from '../../pipeline/collection/replay-changes.ts';
import type { Job } from '../../ports/jobs.ts';
import type { StackEvents } from '../shared/change-events.ts';
import type { AwsParts } from './aws-parts.ts';

/** Sends a queue the events of changes objects again, in the form in which S3 sends them. @returns how many */
export async function redeliver(
  { stores, sqs, environment }: Pick<AwsParts, 'stores' | 'sqs' | 'environment'>,
  { job, queueUrl, ...query }: ReplayQuery & { readonly job: string; readonly queueUrl: string },
  onMissing: OnMissing,
): Promise<number> {
  const objects = listChanges(stores, job, query, onMissing);
  return await sendChangeEvents(sqs, queueUrl, needed(environment, 'bucket'), objects);
}

/** The events of a stack. @param jobNamed throws for an unknown job */
export function stackEvents(
  parts: Pick<AwsParts, 'bucket' | 'sqs'>,
  jobNamed: (name: string) => Promise<Job>,
): StackEvents {
  const { bucket, sqs } = parts;
  return {
    async *received(name, queueUrl, how) {
      const prefix = changesPrefix((await jobNamed(name)).name);
      for await (const message of receivedChanges(sqs, queueUrl, how)) {
        if (!message.keys.every((key) => key.startsWith(prefix))) continue;
        const lines: string[] = [];
        for (const key of message.keys) {
          const gzip = await bucket.get('changes', key);
          if (gzip !== undefined) append(lines, decodeLines(gzip));
          else {
            await message.done();
            throw new WinnowError('corrupt', `changes are missing, take a snapshot: ${key}`);
          }
        }
        yield { lines, done: message.done };
      }
    },
  };
}
