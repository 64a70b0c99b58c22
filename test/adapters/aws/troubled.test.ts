import type { BatchWriteItemCommandInput } from '@aws-sdk/client-dynamodb';
import type { SendMessageBatchCommandInput } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { Table } from '../../../lib/adapters/aws/base/table.ts';
import { Bucket } from '../../../lib/adapters/aws/objects/bucket.ts';
import { S3Documents } from '../../../lib/adapters/aws/objects/s3-documents.ts';
import { SqsTickets } from '../../../lib/adapters/aws/queue/sqs-tickets.ts';
import { DynamoDueIndex } from '../../../lib/adapters/aws/tables/dynamo-due-index.ts';
import { DynamoGates } from '../../../lib/adapters/aws/tables/dynamo-gates.ts';
import { DynamoHosts } from '../../../lib/adapters/aws/tables/dynamo-hosts.ts';
import { SystemClock } from '../../../lib/adapters/system/clock.ts';
import { freshName, hostName, noise, t0 } from '../../contracts/fixture.ts';
import { idle } from '../../contracts/hosts/hosts-control.ts';
import { clientsOf, localCloud, makeQueue, makeTable } from '../../support/cloud/local-cloud.ts';

type Next = (args: { input: unknown; request?: unknown }) => Promise<{ output: Record<string, unknown> }>;

interface Client {
  readonly middlewareStack: {
    // biome-ignore lint/suspicious/noExplicitAny: each client types its middleware by its own commands
    add(middleware: any, options: any): void;
  };
}

/** Outside the SDK's retries (`initialize`), or inside of them (`finalizeRequest`). */
function between(client: Client, middleware: (next: Next) => Next, step: string): void {
  client.middlewareStack.add(middleware, { step, priority: step === 'initialize' ? 'high' : 'low' });
}

/** Every first attempt takes effect and its answer is lost: below the SDK's retries. */
function loseFirstAnswers(client: Client): void {
  let attempts = 0;
  const middleware = (next: Next) => async (args: Parameters<Next>[0]) => {
    const result = await next(args);
    attempts += 1;
    if (attempts % 2 === 1)
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', name: 'TimeoutError' });
    return result;
  };
  between(client, middleware, 'finalizeRequest');
}

const cloud = await localCloud();

describe.skipIf(cloud === undefined)('when AWS is in trouble', async () => {
  if (cloud === undefined) return;
  const quiet = clientsOf(cloud);
  const tableName = await makeTable(quiet);
  const key = () => ({ job: freshName(), host: hostName('a.example') });

  it('a write whose answer was lost is a success, not a lost race', async () => {
    const clients = clientsOf(cloud);
    loseFirstAnswers(clients.dynamo);
    const table = new Table(clients.dynamo, tableName);
    const [hosts, gates, host] = [new DynamoHosts(table), new DynamoGates(table), key()];
    expect(await hosts.putControl(host, undefined, idle)).toBe(true);
    expect(await hosts.putControl(host, idle, { ...idle, state: 'due', dueAt: t0 })).toBe(true);
    expect(await hosts.putControl(host, idle, idle)).toBe(false);
    expect(await hosts.putBody(host, 0, { turn: 1, bytes: noise(10) })).toBe(true);
    expect(await hosts.putBody(host, 0, { turn: 1, bytes: noise(10) })).toBe(false);
    const claim = { owner: 'a', ticket: 't', now: t0, leaseMs: 1_000, gapMs: 1 };
    expect(await gates.claim(host.job, claim)).toEqual({ granted: true });
    expect(await gates.claim(host.job, { ...claim, owner: 'b' })).toMatchObject({ granted: false });
  });

  it('what a batch left unprocessed is sent again', async () => {
    const clients = clientsOf(cloud);
    const half = (next: Next) => async (args: Parameters<Next>[0]) => {
      const { RequestItems } = args.input as BatchWriteItemCommandInput;
      const all = RequestItems?.[tableName];
      if (all === undefined) return next(args);
      const now = Math.ceil(all.length / 2);
      const result = await next({ ...args, input: { RequestItems: { [tableName]: all.slice(0, now) } } });
      const left = all.slice(now);
      return {
        ...result,
        output: { ...result.output, ...(left.length > 0 && { UnprocessedItems: { [tableName]: left } }) },
      };
    };
    between(clients.dynamo, half, 'initialize');
    const due = new DynamoDueIndex(new Table(clients.dynamo, tableName), async () => 2);
    const job = freshName();
    const entries = Array.from({ length: 40 }, (_, i) => ({
      at: t0,
      host: hostName(`${i}.example`),
      wake: false,
    }));
    for (const entry of entries) await due.put(job, entry);
    await due.delete(job, entries);
    expect(await due.due(job, t0, 100)).toEqual([]);
  });

  it('tickets that SQS did not take are sent again', async () => {
    const clients = clientsOf(cloud);
    const queueUrl = await makeQueue(quiet);
    const half = (next: Next) => async (args: Parameters<Next>[0]) => {
      const { Entries } = args.input as SendMessageBatchCommandInput;
      if (Entries === undefined) return next(args);
      const now = Math.ceil(Entries.length / 2);
      const result = await next({
        ...args,
        input: { ...(args.input as object), Entries: Entries.slice(0, now) },
      });
      const Failed = Entries.slice(now).map(({ Id }) => ({ Id, SenderFault: false, Code: 'InternalError' }));
      return { ...result, output: { ...result.output, Failed } };
    };
    between(clients.sqs, half, 'initialize');
    const tickets = new SqsTickets(clients.sqs, queueUrl, new SystemClock());
    const ticket = (turn: number) => ({
      ...key(),
      turn,
      id: freshName(),
      gate: `${turn}`,
      config: '0',
      pages: 1,
    });
    await tickets.send(Array.from({ length: 13 }, (_, turn) => ticket(turn)));
    expect(await new SqsTickets(quiet.sqs, queueUrl, new SystemClock()).outstanding()).toBe(13);
  });

  it('tickets that were just sent are counted although the counts of the queue lack them', async () => {
    const clients = clientsOf(cloud);
    const queueUrl = await makeQueue(clients);
    const lagging = (next: Next) => async (args: Parameters<Next>[0]) => {
      const result = await next(args);
      return 'AttributeNames' in (args.input as object)
        ? { ...result, output: { ...result.output, Attributes: {} } }
        : result;
    };
    between(clients.sqs, lagging, 'initialize');
    const tickets = new SqsTickets(clients.sqs, queueUrl, new SystemClock());
    expect(await tickets.outstanding()).toBe(0);
    const ticket = (turn: number) => ({
      ...key(),
      turn,
      id: freshName(),
      gate: `${turn}`,
      config: '0',
      pages: 1,
    });
    await tickets.send(Array.from({ length: 13 }, (_, turn) => ticket(turn)));
    expect(await tickets.outstanding()).toBe(13);
    clients.close();
  });

  it('a table, a bucket or a queue that is not there is named', async () => {
    const hosts = new DynamoHosts(new Table(quiet.dynamo, 'no-such-table'));
    const documents = new S3Documents(new Bucket(quiet.s3, 'no-such-bucket'));
    const tickets = new SqsTickets(
      quiet.sqs,
      `${cloud.endpoint}/000000000000/no-such-queue.fifo`,
      new SystemClock(),
    );
    for (const [call, what] of [
      [() => hosts.control(key()), 'no-such-table'],
      [() => hosts.putControl(key(), undefined, idle), 'no-such-table'],
      [() => hosts.deleteInbox(key(), ['a']), 'no-such-table'],
      [() => documents.read('bundles/a/x.warc.gz#0+9'), 'no-such-bucket'],
      [() => tickets.outstanding(), 'no-such-queue'],
    ] as const) {
      await expect(call()).rejects.toMatchObject({
        name: 'WinnowError',
        code: 'unavailable',
        message: expect.stringMatching(new RegExp(`${what}.*there is no such`)),
      });
    }
  });

  it('a service that does not answer is unavailable, never absent', async () => {
    const nowhere = clientsOf({ ...cloud, endpoint: 'http://127.0.0.1:1' });
    const hosts = new DynamoHosts(new Table(nowhere.dynamo, tableName));
    const documents = new S3Documents(new Bucket(nowhere.s3, 'a-bucket'));
    for (const call of [
      () => hosts.control(key()),
      () => hosts.body(key()),
      () => documents.read('bundles/a/x.warc.gz#0+9'),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('ECONNREFUSED'),
      });
    }
  });

  it.runIf(cloud.strict)('a key that nobody knows is refused, and the missing action named', async () => {
    const stranger = clientsOf(cloud, { accessKeyId: 'AKIASTRANGER00000000', secretAccessKey: 'x' });
    const hosts = new DynamoHosts(new Table(stranger.dynamo, tableName));
    await expect(hosts.control(key())).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('an item that is too large is a bug, and says so', async () => {
    const hosts = new DynamoHosts(new Table(quiet.dynamo, tableName));
    await expect(hosts.putBody(key(), 0, { turn: 1, bytes: noise(450_000) })).rejects.toMatchObject({
      code: 'internal',
    });
  });
});
