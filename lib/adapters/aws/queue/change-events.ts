import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { WinnowError } from '../../../domain/base/error.ts';
import type { ChangesObject } from '../../../ports/documents.ts';
import { failure } from '../clients/failure.ts';
import { because } from '../metering/cause.ts';
import { untilNothingIsLeft } from '../tables/retry.ts';

/** SendMessageBatch takes no more. */
const batchSize = 10;

/**
 * Sends a queue the events of changes objects as S3 does when they are put, in their order.
 * @returns how many
 * @throws WinnowError `usage` for a queue that refuses them, `unavailable` for one that is not there
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
    const left = await untilNothingIsLeft(batch, (some) => sendSome(client, queueUrl, some));
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

/** The event of S3 with what readers go by. In its key a colon is escaped, as S3 does. */
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

/** Those that SQS did not take. */
async function sendSome(
  client: SQSClient,
  queueUrl: string,
  bodies: readonly string[],
): Promise<readonly string[]> {
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
  try {
    const command = new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries });
    const { Failed = [] } = await because('replay', () => client.send(command));
    const ours = Failed.find(({ SenderFault }) => SenderFault);
    if (ours !== undefined) throw new WinnowError('usage', `${queueUrl} refuses events: ${ours.Message}`);
    const failed = new Set(Failed.map(({ Id }) => Id));
    return bodies.filter((_, index) => failed.has(String(index)));
  } catch (error) {
    throw failure(error, { service: 'sqs', action: 'SendMessage', resource: queueUrl });
  }
}
