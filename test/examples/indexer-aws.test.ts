import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { type Copy, consume, refresh } from '../../examples/indexer/aws/consume.ts';
import { IndexFile } from '../../examples/indexer/index-file.ts';
import { Bucket } from '../../lib/adapters/aws/bucket.ts';
import { sendChangeEvents } from '../../lib/adapters/aws/change-events.ts';
import { S3Changes } from '../../lib/adapters/aws/s3-changes.ts';
import { listChanges } from '../../lib/pipeline/replay-changes.ts';
import { changingCollection, expectedPages, changingJob as job } from '../support/changing-collection.ts';
import { clientsOf, localCloud, makeBucket } from '../support/local-cloud.ts';

const cloud = await localCloud();

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
    await Promise.all([
      consume(one.consumer, one.copy, [event, ...kept.slice(half)]),
      consume(other.consumer, other.copy, kept.slice(0, half)),
    ]);
    expect(await pages(one)).toEqual(expectedPages(made));
    expect(await pages(other)).toEqual(expectedPages(made));

    const anew = consumerOf('anew', 'anew.sqlite');
    for (const body of bodies.toReversed()) await consume(anew.consumer, anew.copy, [body, body]);
    expect(await pages(anew)).toEqual(expectedPages(made));
    clients.close();
  },
);
