import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Consumer, type Copy, consume, refresh } from '../../examples/indexer/aws/consume.ts';
import { storeJob } from '../../examples/indexer/aws/stored-index.ts';
import { type Change, isNewer, type TurnChanges } from '../../examples/indexer/change.ts';
import { IndexFile } from '../../examples/indexer/index-file.ts';
import { changesKey } from '../../lib/adapters/aws/base/keys.ts';
import { Bucket } from '../../lib/adapters/aws/objects/bucket.ts';
import { S3Changes } from '../../lib/adapters/aws/objects/s3-changes.ts';
import { eventOf, sendChangeEvents } from '../../lib/adapters/aws/queue/change-events.ts';
import { batchName } from '../../lib/domain/collection/changes-name.ts';
import { listChanges } from '../../lib/pipeline/collection/replay-changes.ts';
import { type Clients, clientsOf, localCloud, makeBucket } from '../support/cloud/local-cloud.ts';
import {
  type ChangingCollection,
  changingCollection,
  expectedPages,
  changingJob as job,
} from '../support/collection/changing-collection.ts';
import { ownObject } from '../support/collection/own-object.ts';
import { CrashPlan } from '../support/crash.ts';

const cloud = await localCloud();
const directory = mkdtempSync(join(tmpdir(), 'winnow-indexer-'));
const made = changingCollection(4, 24);
const pages = expectedPages(made);
const place = ({ host, turn }: TurnChanges) => `${host} ${turn}`;

let clients: Clients;
/** Of the crawl, with what `made` says, and of indexes. */
let bucket: string;
let indexes: string;

/** A consumer of its own, with an index of its own unless a key is named. */
interface Taker {
  readonly consumer: Consumer;
  readonly copy: Copy;
}

function taker(key = randomBytes(6).toString('hex'), s3: S3Client = clients.s3): Taker {
  const file = join(directory, randomBytes(6).toString('hex'));
  return { consumer: { s3, index: { bucket: indexes, key }, file }, copy: {} };
}

const take = ({ consumer, copy }: Taker, bodies: readonly string[]) =>
  consume(
    consumer,
    copy,
    bodies.map((body, id) => ({ id: String(id), body })),
  );

/** What is stored where a consumer stores. */
async function stored({ consumer }: Taker): Promise<ReadonlyMap<string, string>> {
  const fresh = { ...consumer, s3: clients.s3, file: `${consumer.file}-read` };
  await refresh(fresh, {});
  const index = new IndexFile(fresh.file, 'delete');
  const found = index.pages(job);
  index.close();
  return found;
}

async function crawled({ objects }: ChangingCollection, but: readonly string[] = []): Promise<string> {
  const made = await makeBucket(clients);
  const changes = new S3Changes(new Bucket(clients.s3, made));
  for (const { host, turn, changes: lines } of objects)
    if (!but.includes(`${host} ${turn}`))
      await changes.put(
        job,
        ownObject({ host, turn }),
        lines.map((line) => JSON.stringify(line)),
      );
  return made;
}

const eventFor = (key: string, of = bucket) => eventOf(of, { name: '', key, at: 0 });
const keyOf = (of: TurnChanges) => changesKey(job, ownObject(of));
const eventOfTurn = (turn: TurnChanges, of = bucket) => eventFor(keyOf(turn), of);
const listed = (changes: S3Changes) => listChanges({ changes } as never, job, {}, () => undefined);

/** The objects after which a host has no further one. */
const lastOnes = ({ objects }: ChangingCollection): readonly TurnChanges[] =>
  [...Map.groupBy(objects, ({ host }) => host).values()].map((of) => of.at(-1) as TurnChanges);

/** What a snapshot has. */
function newestOf({ objects }: ChangingCollection): readonly Change[] {
  const newest = new Map<string, Change>();
  for (const change of objects.flatMap(({ changes }) => changes))
    if (isNewer(change, newest.get(change.md5))) newest.set(change.md5, change);
  return [...newest.values()].filter(({ change }) => change !== 'deleted');
}

beforeAll(async () => {
  if (cloud === undefined) return;
  clients = clientsOf(cloud);
  [bucket, indexes] = [await crawled(made), await makeBucket(clients)];
});

afterAll(() => clients?.close());

describe.skipIf(cloud === undefined)('the consumer of examples/indexer', () => {
  it('comes to the collection beside another, when events are lost, and again from what a replay sends', async () => {
    const { sqs } = clients;
    const QueueName = `indexer-${randomBytes(6).toString('hex')}`;
    const { QueueUrl: queue = '' } = await sqs.send(new CreateQueueCommand({ QueueName }));
    const changes = new S3Changes(new Bucket(clients.s3, bucket));
    const sent = await sendChangeEvents(sqs, queue, bucket, listed(changes));
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
    const key = (object: TurnChanges) => encodeURIComponent(keyOf(object)).replaceAll('%2F', '/');
    const lasts = lastOnes(made).map(key);
    const kept = bodies.filter((body, index) => index % 3 !== 0 || lasts.some((last) => body.includes(last)));
    expect(kept.length).toBeLessThan(bodies.length);

    const [one, other] = [taker('shared'), taker('shared')];
    const half = Math.ceil(kept.length / 2);
    const event = JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent' });
    expect(
      await Promise.all([take(one, [event, ...kept.slice(half)]), take(other, kept.slice(0, half))]),
    ).toEqual([[], []]);
    expect(await stored(one)).toEqual(pages);

    const anew = taker();
    for (const body of bodies.toReversed()) expect(await take(anew, [body, body])).toEqual([]);
    expect(await stored(anew)).toEqual(pages);
  });

  it('comes to the collection from batches, of which events are lost, late and twice', async () => {
    const batched = await makeBucket(clients);
    const changes = new S3Changes(new Bucket(clients.s3, batched));
    const objectOf = new Map<string, string>();
    const keys: string[] = [];
    for (let at = 0; at < made.objects.length; at += 4) {
      const name = batchName(1_000 + at, 'abcdefghijkl');
      const turns = made.objects.slice(at, at + 4);
      for (const turn of turns) objectOf.set(place(turn), changes.key(job, name));
      const lines = turns.flatMap((turn) =>
        turn.changes.map(({ previous: { turn: told } = { turn: 0 }, ...line }) => {
          const object = objectOf.get(`${line.host} ${told}`);
          return JSON.stringify({ ...line, previous: { turn: told, object } });
        }),
      );
      keys.push(await changes.put(job, name, lines));
    }
    const lasts = new Set(lastOnes(made).map((turn) => objectOf.get(place(turn))));
    const told = keys.filter((key, index) => index % 2 === 0 || lasts.has(key)).toReversed();
    expect(told.length).toBeLessThan(keys.length);
    const indexer = taker();
    for (const key of told)
      expect(await take(indexer, [eventFor(key, batched), eventFor(key, batched)])).toEqual([]);
    expect(await stored(indexer)).toEqual(pages);
  });

  it.each([
    ['nowhere', { code: 'unavailable', message: expect.stringContaining('there is no such queue') }],
    ['refuses.fifo', { code: 'usage', message: expect.stringContaining('refuses events') }],
  ])('gets nothing by a replay to a queue that cannot take events: %s', async (name, expected) => {
    const { sqs } = clients;
    const QueueName = `${randomBytes(6).toString('hex')}-${name}`;
    const made = name.endsWith('.fifo')
      ? await sqs.send(new CreateQueueCommand({ QueueName, Attributes: { FifoQueue: 'true' } }))
      : undefined;
    const changes = new S3Changes(new Bucket(clients.s3, bucket));
    const url = made?.QueueUrl ?? `${cloud?.endpoint}/000000000000/${QueueName}`;
    await expect(sendChangeEvents(sqs, url, bucket, listed(changes))).rejects.toMatchObject(expected);
  });

  it('gives back the messages that nobody can read, each with its reason, and takes all others in', async () => {
    const host = 'bad.example';
    const key = (turn: number) => changesKey(job, ownObject({ host, turn }));
    const line = { v: 2, job, host, turn: 1, ordinal: 0, previous: { turn: 0 }, change: 'deleted' };
    const stone = { ...line, md5: '0'.repeat(32), at: 1, url: `http://${host}/`, cause: 'gone' };
    const objects: readonly (readonly [number, string | Uint8Array])[] = [
      [1, 'no gzip'],
      [2, gzipSync(`${JSON.stringify({ ...stone, turn: 2, v: 3 })}\n`)],
      [3, gzipSync(`${JSON.stringify({ ...stone, turn: 3, ordinal: 1 })}\n`)],
    ];
    for (const [turn, Body] of objects)
      await clients.s3.send(new PutObjectCommand({ Bucket: bucket, Key: key(turn), Body }));
    const poison: readonly (readonly [string, RegExp])[] = [
      ['no JSON', /JSON/],
      [eventFor('documents/birds/x.gz'), /is not the key of a changes object/],
      [eventFor(key(1)), /incorrect header/],
      [eventFor(key(2)), /format 3 is not the one/],
      [eventFor(key(3)), /change 0 of turn 3 of bad\.example is missing/],
      [eventFor(key(4)), /does not exist/],
    ];
    const bodies = [...poison.map(([body]) => body), ...lastOnes(made).map((one) => eventOfTurn(one))].sort();
    const beside = taker();
    const failed = await take(beside, bodies);
    expect(failed.map(({ id }) => bodies[Number(id)])).toEqual(poison.map(([body]) => body).sort());
    for (const { id, why } of failed)
      expect(why).toMatch(poison.find(([body]) => body === bodies[Number(id)])?.[1] ?? /^$/);
    expect(await stored(beside)).toEqual(pages);
  });

  it('says which object was deleted, and goes on when a snapshot has what it said; other jobs stay', async () => {
    const [last] = lastOnes(made) as [TurnChanges];
    const gone = made.objects.filter(({ host }) => host === last.host).at(-2) as TurnChanges;
    const holed = await crawled(made, [place(gone)]);
    expect(await take(taker(), [eventOfTurn(last, holed)])).toEqual([
      {
        id: '0',
        why: expect.stringContaining(`turn ${gone.turn} of ${gone.host} cannot be read: was it deleted?`),
      },
    ]);

    const file = join(directory, 'built');
    const built = new IndexFile(file, 'delete');
    built.takeRecords(newestOf(made));
    built.setPoint(job, new Date(Date.now() + 60_000).toISOString());
    built.close();
    const fish = { ...(newestOf(made)[0] as Change), job: 'fish' };
    const other = new IndexFile(join(directory, 'fish'), 'delete');
    other.takeRecords([fish]);
    other.close();
    await storeJob(indexes, 'fish', join(directory, 'fish'), clients.s3);
    await storeJob(indexes, job, file, clients.s3);
    const rebuilt = taker('index.sqlite');
    expect(await take(rebuilt, [eventOfTurn(last, holed)])).toEqual([]);
    expect(await stored(rebuilt)).toEqual(pages);
    const index = new IndexFile(`${rebuilt.consumer.file}-read`, 'delete');
    expect([...index.pages('fish').keys()]).toEqual([fish.md5]);
    expect(index.search('text', { job: 'fish' })).toHaveLength(1);
    index.close();
  });

  it('may die at every request, its file with it or not: the messages come again, and nothing is lost or there twice', async () => {
    const small = changingCollection(5, 6);
    const of = await crawled(small);
    const bodies = lastOnes(small).map((one) => eventOfTurn(one, of));
    const plan = new CrashPlan();
    const s3 = {
      send: (command: Parameters<S3Client['send']>[0]) => plan.step(() => clients.s3.send(command)),
    } as S3Client;
    let deaths = 0;
    for (const side of ['before', 'after'] as const) {
      for (let step = 0, died = true; died; step += 1) {
        const first = taker(undefined, s3);
        plan.arm(step, side);
        const left = await take(first, bodies).catch(() => 'died' as const);
        died = await plan.disarm();
        if (died) deaths += 1;
        // A request that fails fails its message; when it is that for the index, all of them.
        const again = left === 'died' ? bodies : left.map(({ id }) => bodies[Number(id)] as string);
        const next = step % 2 === 0 ? first : taker(first.consumer.index.key, s3);
        expect(await take(next, again)).toEqual([]);
        expect(await stored(first)).toEqual(expectedPages(small));
      }
    }
    expect(deaths).toBeGreaterThan(10);
  });
});
