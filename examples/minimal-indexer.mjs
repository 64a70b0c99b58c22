/** The least that reads events (docs/events.md): `QUEUE_URL=https://… node minimal-indexer.mjs`. Writes what it would index. */
import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** The changes objects that a message is about: by queue, by topic and queue, or by EventBridge. */
export function objectsOf(body) {
  const message = JSON.parse(body);
  if (message.Message !== undefined) return objectsOf(message.Message);
  if (message.detail?.object !== undefined) {
    return [{ bucket: message.detail.bucket.name, key: message.detail.object.key }];
  }
  return (message.Records ?? []).map(({ s3 }) => ({
    bucket: s3.bucket.name,
    key: decodeURIComponent(s3.object.key.replaceAll('+', ' ')),
  }));
}

export function changesOf(gzip) {
  const lines = gunzipSync(gzip)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  let [turn, next, damaged] = ['', 0, 0];
  return lines.flatMap((line, index) => {
    let change;
    try {
      change = JSON.parse(line);
    } catch {
      damaged += 1;
      console.error(`line ${index + 1} is damaged and left out: ${line.slice(0, 100)}`);
      return [];
    }
    if (change.v !== 2) throw new Error(`format ${change.v} is not the one that this indexer reads`);
    // The lines of a turn stand together; damaged ones before its first are of this turn or of the one before.
    const of = `${change.host} ${change.turn}`;
    next = of === turn ? next + damaged : Math.min(damaged, change.ordinal);
    if (change.ordinal !== next) throw new Error(`change ${next} of turn ${change.turn} is missing`);
    [turn, next, damaged] = [of, next + 1, 0];
    return change;
  });
}

/** Whether a change is newer than what was done to its record before. Keep the result's mark with the record. */
export function isNewer(change, mark) {
  if (mark === undefined) return true;
  if ((change.revision ?? 0) !== (mark.revision ?? 0)) return (change.revision ?? 0) > (mark.revision ?? 0);
  if (mark.host !== change.host) return change.at > mark.at;
  return change.turn === mark.turn ? change.ordinal > mark.ordinal : change.turn > mark.turn;
}

const marks = new Map(); // in a real indexer: a column of the index

function index(change) {
  if (!isNewer(change, marks.get(change.md5))) return;
  marks.set(change.md5, change);
  if (change.change === 'deleted') console.log(`delete ${change.md5} (${change.cause})`);
  else console.log(`upsert ${change.md5} ${change.record.title} ${change.record.urls[0] ?? ''}`);
}

// Without them a connection that says nothing more would hold the indexer up for ever.
const limits = { requestHandler: { requestTimeout: 60_000, throwOnRequestTimeout: true } };

export async function run(queueUrl, { s3 = new S3Client(limits), sqs = new SQSClient(limits) } = {}) {
  const received = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 20 }),
  );
  for (const { Body, ReceiptHandle } of received.Messages ?? []) {
    for (const { bucket, key } of objectsOf(Body)) {
      const object = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      changesOf(await object.Body.transformToByteArray()).forEach(index);
    }
    // Only now: a message whose indexing failed comes back.
    await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
  }
}

if (process.env.QUEUE_URL) for (;;) await run(process.env.QUEUE_URL);
