import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { WinnowError } from '../../../base/error.ts';
import type { ChangesObject } from '../../../ports/changes.ts';
import { because } from '../base/cause.ts';
import { failure } from '../base/failure.ts';
import { untilNothingIsLeft } from '../base/retry.ts';

/** The most messages that SendMessageBatch accepts. */
const batchSize = 10;

/**
 * Sends an event for each changes object to a queue, in the given order. The events have the form of those that S3 sends
 * when an object is put.
 * @returns the number of events sent
 * @throws WinnowError `usage` when the queue refuses events, `unavailable` when there is no such queue
 */
export async function sendChangeEvents(
  client: SQSClient,
  queueUrl: string,
  bucket: string,
  objects: AsyncIterable<ChangesObject>,
): Promise<number> {
  let sent = 0;
  let batch: string[] = [];
  const send = async (): Promise<void> => {
    const left = await untilNothingIsLeft(batch, (unsent) => sendSome(client, queueUrl, unsent));
    if (left.length > 0)
      throw new WinnowError(
        'unavailable',
        `sqs:SendMessage on ${queueUrl} left ${left.length} events unsent`,
      );
    sent += batch.length;
    batch = [];
  };
  for await (const object of objects) {
    batch.push(eventOf(bucket, object));
    if (batch.length === batchSize) await send();
  }
  if (batch.length > 0) await send();
  return sent;
}

/** An event of S3 with the fields that readers use. Like S3, it escapes colons in the key. */
export function eventOf(bucket: string, { key, at }: ChangesObject): string {
  const object = { key: encodeURIComponent(key).replaceAll('%2F', '/') };
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    eventTime: new Date(at).toISOString(),
    eventName: 'ObjectCreated:Put',
    s3: { s3SchemaVersion: '1.0', configurationId: 'winnow-replay', bucket: { name: bucket }, object },
  };
  return JSON.stringify({ Records: [record] });
}

/** Sends events. @returns those that SQS did not accept */
async function sendSome(
  client: SQSClient,
  queueUrl: string,
  bodies: readonly string[],
): Promise<readonly string[]> {
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
  try {
    const command = new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries });
    const { Failed = [] } = await because('replay', () => client.send(command));
    const refused = Failed.find(({ SenderFault }) => SenderFault);
    if (refused !== undefined)
      throw new WinnowError('usage', `${queueUrl} refuses events: ${refused.Message}`);
    const failed = new Set(Failed.map(({ Id }) => Id));
    return bodies.filter((_, index) => failed.has(String(index)));
  } catch (error) {
    throw failure(error, { service: 'sqs', action: 'SendMessage', resource: queueUrl });
  }
}
