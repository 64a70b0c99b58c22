import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { type Copy, consume, refresh } from '../../examples/indexer/aws/consume.ts';
import { storeJob } from '../../examples/indexer/aws/stored-index.ts';
import { type Change, isNewer } from '../../examples/indexer/change.ts';
import { IndexFile } from '../../examples/indexer/index-file.ts';
import { Bucket } from '../../lib/adapters/aws/bucket.ts';
import { eventOf, sendChangeEvents } from '../../lib/adapters/aws/change-events.ts';
import { S3Changes } from '../../lib/adapters/aws/s3-changes.ts';
import { listChanges } from '../../lib/pipeline/replay-changes.ts';
import {
  type ChangingCollection,
  changingCollection,
  expectedPages,
  changingJob as job,
} from '../support/changing-collection.ts';
import { clientsOf, localCloud, makeBucket } from '../support/local-cloud.ts';

const cloud = await localCloud();

/** What a snapshot has. */
function newestOf({ objects }: ChangingCollection): readonly Change[] {
  const newest = new Map<string, Change>();
  for (const change of objects.flatMap(({ changes }) => changes))
    if (isNewer(change, newest.get(change.md5))) newest.set(change.md5, change);
  return [...newest.values()].filter(({ change }) => change !== 'deleted');
}

it.skipIf(cloud === undefined)(
  'two consumers of a queue, from which events are lost, come to the collection, and so does one that begins anew by replay',
  { timeout: 240_000 },
  async () => {
    if (cloud === undefined) return;
    const clients = clientsOf(cloud);
    const { s3, sqs } = clients;
    const bucket = await makeBucket(clients);
    const indexBucket = await makeBucket(clients);
    const name = `indexer-${randomBytes(6).toString('hex')}`;
    const { QueueUrl: queue = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
    const changes = new S3Changes(new Bucket(s3, bucket));
    const made = changingCollection(4, 24);
    for (const { host, turn, changes: lines } of made.objects)
      await changes.put(
        job,
        host,
        turn,
        lines.map((line) => JSON.stringify(line)),
      );

    const directory = mkdtempSync(join(tmpdir(), 'winnow-indexer-'));
    const consumerOf = (name: string, key: string) => ({
      consumer: { s3, index: { bucket: indexBucket, key }, file: join(directory, name) },
      copy: {} as Copy,
    });
    const pages = async ({ consumer, copy }: ReturnType<typeof consumerOf>) => {
      await refresh(consumer, copy);
      const index = new IndexFile(consumer.file, 'delete');
      const found = index.pages(job);
      index.close();
      return found;
    };

    const lasts = new Set([...Map.groupBy(made.objects, ({ host }) => host).values()].map((of) => of.at(-1)));
    const sent = await sendChangeEvents(sqs, queue, bucket, listChanges({ changes }, job, {}));
    expect(sent).toBe(made.objects.length);
    const bodies: string[] = [];
    for (let empty = 0; empty < 2; ) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: queue, MaxNumberOfMessages: 10 }),
      );
      empty = Messages.length === 0 ? empty + 1 : 0;
      for (const { Body = '', ReceiptHandle } of Messages) {
        bodies.push(Body);
        await sqs.send(new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle }));
      }
    }
    expect(bodies).toHaveLength(sent);
    const keyOf = ({ host, turn }: (typeof made.objects)[number]) =>
      encodeURIComponent(changes.key(job, host, turn)).replaceAll('%2F', '/');
    const kept = bodies.filter(
      (body, index) => index % 3 !== 0 || [...lasts].some((last) => last && body.includes(keyOf(last))),
    );
    expect(kept.length).toBeLessThan(bodies.length);

    const [one, other] = [consumerOf('one', 'index.sqlite'), consumerOf('other', 'index.sqlite')];
    const half = Math.ceil(kept.length / 2);
    const event = JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent' });
    const messages = (some: readonly string[]) => some.map((body, id) => ({ id: String(id), body }));
    const failures = await Promise.all([
      consume(one.consumer, one.copy, messages([event, ...kept.slice(half)])),
      consume(other.consumer, other.copy, messages(kept.slice(0, half))),
    ]);
    expect(failures).toEqual([[], []]);
    expect(await pages(one)).toEqual(expectedPages(made));
    expect(await pages(other)).toEqual(expectedPages(made));

    const anew = consumerOf('anew', 'anew.sqlite');
    for (const body of bodies.toReversed())
      expect(await consume(anew.consumer, anew.copy, messages([body, body]))).toEqual([]);
    expect(await pages(anew)).toEqual(expectedPages(made));

    const put = (Key: string, Body: string | Uint8Array) =>
      s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    const line = { v: 1, job, host: 'bad.example', turn: 1, ordinal: 0, previous: 0, change: 'deleted' };
    const stone = { ...line, md5: '0'.repeat(32), at: 1, url: 'http://bad.example/', cause: 'gone' };
    const key = (turn: number) => changes.key(job, 'bad.example', turn);
    await put(key(1), 'no gzip');
    await put(key(2), gzipSync(`${JSON.stringify({ ...stone, turn: 2, v: 2 })}\n`));
    await put(key(3), gzipSync(`${JSON.stringify({ ...stone, turn: 3, ordinal: 1 })}\n`));
    await put(key(5), gzipSync(`${JSON.stringify({ ...stone, turn: 5, previous: 4 })}\n`));
    const eventFor = (key: string) => eventOf(bucket, { host: '', turn: 0, key, at: 0 });
    const poison: readonly (readonly [string, RegExp])[] = [
      ['no JSON', /JSON/],
      [eventFor('documents/birds/x.gz'), /is not the key of a changes object/],
      [eventFor(key(1)), /incorrect header/],
      [eventFor(key(2)), /format 2 is newer/],
      [eventFor(key(3)), /change 0 of turn 3 of bad\.example is missing/],
      [eventFor(key(4)), /does not exist/],
      [eventFor(key(5)), /turn 4 of bad\.example is not in|incorrect header/],
    ];
    const beside = consumerOf('beside', 'beside.sqlite');
    const mixed = [...poison.map(([body]) => body), ...kept].sort();
    const failed = await consume(beside.consumer, beside.copy, messages(mixed));
    expect(failed.map(({ id }) => mixed[Number(id)]).sort()).toEqual(poison.map(([body]) => body).sort());
    for (const { id, why } of failed)
      expect(why).toMatch(poison.find(([body]) => body === mixed[Number(id)])?.[1] ?? /^$/);
    expect(await pages(beside)).toEqual(expectedPages(made));

    // Objects that were deleted show, and do not when a snapshot has what they said.
    const of = made.objects.filter(({ host }) => host === made.objects[0]?.host);
    const [gone, after] = [of.at(-2), of.at(-1)];
    if (gone === undefined || after === undefined) throw new Error('the collection is too small');
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: changes.key(job, gone.host, gone.turn) }));
    const late = consumerOf('late', 'late.sqlite');
    const event5 = messages([eventFor(changes.key(job, after.host, after.turn))]);
    expect(await consume(late.consumer, late.copy, event5)).toEqual([
      { id: '0', why: expect.stringContaining(`turn ${gone.turn} of ${gone.host} is not in`) },
    ]);
    const built = new IndexFile(join(directory, 'built'), 'delete');
    built.takeRecords(newestOf(made));
    built.setPoint(job, new Date(Date.now() + 60_000).toISOString());
    built.close();
    await storeJob(indexBucket, job, join(directory, 'built'), s3);
    const main = consumerOf('main', 'index.sqlite');
    expect(await consume(main.consumer, main.copy, event5)).toEqual([]);
    expect(await pages(main)).toEqual(expectedPages(made));
    clients.close();
  },
);
