import { describe, expect, it } from 'vitest';
import { Table } from '../../../lib/adapters/aws/base/table.ts';
import { Meter } from '../../../lib/adapters/aws/metering/meter.ts';
import { Bucket } from '../../../lib/adapters/aws/objects/bucket.ts';
import { S3LinkLog } from '../../../lib/adapters/aws/objects/s3-link-log.ts';
import { DynamoDueIndex } from '../../../lib/adapters/aws/tables/dynamo-due-index.ts';
import { DynamoGates } from '../../../lib/adapters/aws/tables/dynamo-gates.ts';
import { DynamoHosts } from '../../../lib/adapters/aws/tables/dynamo-hosts.ts';
import { DynamoRecords } from '../../../lib/adapters/aws/tables/dynamo-records.ts';
import { DynamoRobots } from '../../../lib/adapters/aws/tables/dynamo-robots.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import { freshName, hostName, noise, t0 } from '../../contracts/fixture.ts';
import { draftOf, md5Of, member, url } from '../../contracts/records/records-made.ts';
import { clientsOf, localCloud, makeBucket, makeTable } from '../../support/cloud/local-cloud.ts';

const cloud = await localCloud();

/** lib/adapters/aws/README.md says what each access costs: here it is counted. */
describe.skipIf(cloud === undefined)('the units of an access', async () => {
  if (cloud === undefined) return;
  const clients = clientsOf(cloud);
  const tableName = await makeTable(clients);
  const bucketName = await makeBucket(clients);
  const meter = new Meter();
  for (const client of [clients.dynamo, clients.s3]) meter.watch(client);
  const table = new Table(clients.dynamo, tableName);
  const hosts = new DynamoHosts(table);
  const gates = new DynamoGates(table);
  const records = new DynamoRecords(table);
  const key = () => ({ job: freshName('job'), host: hostName('www.example.org') });
  const control: HostControl = {
    state: 'ticketed',
    turn: 12,
    ticket: 'q7-_Aztaofun1W05ODGYiw',
    ticketExpires: t0,
    published: 11,
    attempts: 0,
    counters: {
      pending: 12_345,
      visited: 2_345,
      outcomes: { stored: 2_000, redirected: 120, gone: 25, unsupported: 180, failed: 20 },
      bytes: 123_456_789,
      unsupported: Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`application/x-type-${i}`, i])),
    },
  };

  async function units(
    call: () => Promise<unknown>,
  ): Promise<{ readonly write: number; readonly read: number }> {
    meter.reset();
    await call();
    const lines = meter.snapshot();
    return {
      write: lines.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
      read: lines.reduce((sum, { readUnits }) => sum + readUnits, 0),
    };
  }

  it('is 1 for a control with full counters, won or lost', async () => {
    const host = key();
    expect(await units(() => hosts.putControl(host, undefined, control))).toEqual({ write: 1, read: 0 });
    expect(await units(() => hosts.putControl(host, control, control))).toEqual({ write: 1, read: 0 });
    expect(await units(() => hosts.putControl(host, undefined, control))).toEqual({ write: 1, read: 0 });
    expect(await units(() => hosts.control(host))).toEqual({ write: 0, read: 1 });
  });

  it('is the kilobytes of a body, whether it grows or shrinks', async () => {
    const host = key();
    const put = (was: number, size: number) =>
      units(() => hosts.putBody(host, was, { turn: was + 1, bytes: noise(size) }));
    expect(await put(0, 5_000)).toEqual({ write: 5, read: 0 });
    expect(await put(1, 500)).toEqual({ write: 5, read: 0 });
    expect(await put(2, 600)).toEqual({ write: 1, read: 0 });
    expect(await put(3, 5_000)).toEqual({ write: 5, read: 0 });
    expect(await units(() => hosts.body(host))).toEqual({ write: 0, read: 2 });
  });

  it('is 1 for each way through a gate, and for a refusal', async () => {
    const claim = { owner: 'a', ticket: 'q7-_Aztaofun1W05ODGYiw', now: t0, leaseMs: 60_000, gapMs: 1_000 };
    const gate = freshName();
    expect(await units(() => gates.claim(gate, claim))).toEqual({ write: 1, read: 0 });
    expect(await units(() => gates.claim(gate, { ...claim, owner: 'b' }))).toEqual({ write: 1, read: 0 });
    expect(await units(() => gates.release(gate, 'a', t0))).toEqual({ write: 1, read: 0 });
  });

  it('is 1 for a due entry and for its deletion, and half a unit for looking at fifty', async () => {
    const due = new DynamoDueIndex(table, async () => 1);
    const job = freshName();
    const entries = Array.from({ length: 50 }, (_, i) => ({
      at: t0,
      host: hostName(`${i}.example`),
      wake: false,
    }));
    expect(await units(() => Promise.all(entries.map((entry) => due.put(job, entry))))).toEqual({
      write: 50,
      read: 0,
    });
    expect((await units(() => due.due(job, t0, 40))).read).toBe(0.5);
    expect(await units(() => due.delete(job, entries))).toEqual({ write: 50, read: 0 });
  });

  it('is 1 for an inbox item of a kilobyte, each way', async () => {
    const host = key();
    expect(await units(() => hosts.putInbox(host, { id: 'a', bytes: noise(900) }))).toEqual({
      write: 1,
      read: 0,
    });
    expect(await units(() => hosts.inbox(host, 10))).toEqual({ write: 0, read: 1 });
    expect(await units(() => hosts.deleteInbox(host, ['a']))).toEqual({ write: 1, read: 0 });
  });

  it('is 1 for a record with new content, 3 for a duplicate, 2 when its first URL says it again', async () => {
    const job = freshName('job');
    const draft = {
      ...draftOf(md5Of(1), 'A title as pages have them: a few words, and the name of the site'),
      document: `documents/${job}/${md5Of(1)}-0123456789abcdef.gz`,
    };
    const add = (path: string) => units(() => records.add(job, draft, member(path)));
    expect(await add('articles/2026/a-page-of-an-ordinary-length.html')).toEqual({ write: 1, read: 0 });
    expect(await add('duplicate')).toEqual({ write: 3, read: 0 });
    expect(await add('articles/2026/a-page-of-an-ordinary-length.html')).toEqual({ write: 2, read: 0 });
  });

  it('is 1 for the removal of the only URL of a record', async () => {
    const job = freshName('job');
    await records.add(job, draftOf(md5Of(2)), member('a'));
    expect(await units(() => records.remove(job, md5Of(2), url('a')))).toEqual({ write: 1, read: 0 });
  });

  it('is 1 to put a robots.txt of a few kilobytes and a half to read it', async () => {
    const robots = new DynamoRobots(table);
    const text = Array.from({ length: 100 }, (_, i) => `Disallow: /private/area-${i}/\n`).join('');
    const entry = { fetchedAt: t0, expiresAt: t0 + 1, kind: 'rules', text, status: 200 } as const;
    const authority = freshName('https://');
    expect(await units(() => robots.putRobots(authority, entry))).toEqual({ write: 1, read: 0 });
    expect(await units(() => robots.robots(authority))).toEqual({ write: 0, read: 0.5 });
  });

  it('is put down to its cause, with requests and bytes', async () => {
    const links = new S3LinkLog(table, new Bucket(clients.s3, bucketName));
    meter.reset();
    await links.register('a-job', 'a');
    await links.put('a-job', 'a', noise(700));
    await links.read('a-job', 'nothing');
    expect(meter.snapshot()).toEqual([
      {
        service: 'dynamodb',
        operation: 'PutItem',
        cause: 'links',
        requests: 1,
        writeUnits: 1,
        readUnits: 0,
        bytes: 0,
      },
      {
        service: 's3',
        operation: 'GetObject',
        cause: 'links',
        requests: 1,
        writeUnits: 0,
        readUnits: 0,
        bytes: 0,
      },
      {
        service: 's3',
        operation: 'PutObject',
        cause: 'links',
        requests: 1,
        writeUnits: 0,
        readUnits: 0,
        bytes: 700,
      },
    ]);
  });
});
