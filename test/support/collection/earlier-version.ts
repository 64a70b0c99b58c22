import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type AttributeValue, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { maintenanceRound } from '../../../lib/capabilities/maintenance-round.ts';
import type { Finding } from '../../../lib/capabilities/sanity/flaws/finding.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { firstDue } from '../../../lib/pipeline/frontier/due-bands.ts';
import { harvest } from '../../../lib/pipeline/harvest/harvest.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { Fetcher } from '../../../lib/ports/web.ts';
import { classOf, readCollection } from '../../e2e/support/collection.ts';
import { fetcher } from '../../fixtures/stored/stored-web.ts';
import { webs } from '../../fixtures/stored/webs.ts';
import type { HeldClock } from '../clock.ts';
import { controlCommandOf } from '../control-command.ts';
import type { CloudStorage } from '../long-crawl/cloud-stores.ts';
import type { LongCrawlStores } from '../long-crawl/stores.ts';

const job = 'kept';
const clockwork = timing(60_000);
const hourMs = 3_600_000;

interface Kept {
  /** Epoch ms at which the earlier version was killed. */
  readonly now: number;
}

/** A data directory as an earlier version left it. */
export interface KeptDirectory extends Kept {
  readonly directory: string;
}

interface SqliteFixture extends Kept {
  readonly database: string;
  readonly files: Readonly<Record<string, string>>;
}

type Item = Record<string, AttributeValue>;

interface DynamoFixture extends Kept {
  readonly tables: { readonly frontier: readonly Item[]; readonly records: readonly Item[] };
  readonly objects: Readonly<Record<string, string>>;
}

function fixture(name: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  const file = new URL(`../../fixtures/stored/${name}.json.gz`, import.meta.url);
  return JSON.parse(gunzipSync(readFileSync(file)).toString(), reviver);
}

/** Unpacks the data directory that the version of this name left behind. */
export function keptDirectory(name: string): KeptDirectory {
  const { now, database, files } = fixture(`${name}-sqlite`) as SqliteFixture;
  const directory = mkdtempSync(join(tmpdir(), 'winnow-kept-'));
  for (const [path, text] of Object.entries({ ...files, 'winnow.db': database })) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), Buffer.from(text, 'base64'));
  }
  return { now, directory };
}

/** What the version of this name left in its tables and its bucket, and how it is put into others. */
export function keptItems(name: string): Kept & { put(storage: CloudStorage): Promise<void> } {
  const bytes = (_: string, value: unknown): unknown => {
    const { base64 } = (value ?? {}) as { readonly base64?: unknown };
    return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : value;
  };
  const { now, tables, objects } = fixture(`${name}-dynamo`, bytes) as DynamoFixture;
  return {
    now,
    async put({ clients, frontierTable, recordsTable, bucket }) {
      const rows = [
        ...tables.frontier.map((Item) => ({ TableName: frontierTable, Item })),
        ...tables.records.map((Item) => ({ TableName: recordsTable, Item })),
      ];
      for (const row of rows) await clients.dynamo.send(new PutItemCommand(row));
      for (const [Key, text] of Object.entries(objects)) {
        const Body = Buffer.from(text, 'base64');
        await clients.s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
      }
    },
  };
}

/** What must hold of the state of an earlier version: this one goes on with it, and nothing of it is lost. */
export function goesOn(name: string, open: () => Promise<LongCrawlStores>): void {
  const web = webs[name];
  if (web === undefined) throw new Error(`no web of ${name}`);
  const { expected, ignored = /^never$/ } = web;

  describe(`a crawl that the version of ${name} was killed over`, () => {
    const log: string[] = [];
    let on: LongCrawlStores;
    let ports: Ports;

    beforeAll(async () => {
      on = await open();
      const fetched = fetcher(web, on.clock, log) as unknown as Fetcher;
      ports = { ...on.stores, fetcher: fetched, reader: inlineReader() };
      return () => on.close();
    });

    async function findings(): Promise<readonly Finding[]> {
      const current = await ports.jobs.job(job);
      const found: Finding[] = [];
      if (current !== undefined)
        for await (const one of sanity(ports, current, { documents: true })) found.push(one);
      return found;
    }

    it('has nothing wrong but tickets that were lost with it', async () => {
      expect(await ports.jobs.job(job)).toMatchObject({ name: job, state: 'open' });
      expect((await findings()).filter(({ code }) => code !== 'ticket-lost')).toEqual([]);
    });

    it('goes on where it was, to its end, and visits no page anew that was visited', async () => {
      const before = await readCollection(ports, job);
      const visited = [...before].filter(([, { outcome }]) => outcome !== 'pending').map(([url]) => url);
      expect(visited.length).toBeGreaterThan(10);
      await crawl(on, ports);
      const asked = new Set(log.map((line) => line.split(' ')[1]));
      expect(visited.filter((url) => asked.has(url) && !ignored.test(url))).toEqual([]);
      const after = [...(await readCollection(ports, job))].filter(([url]) => !ignored.test(url));
      expect(Object.fromEntries(after.map(([url, { outcome }]) => [url, classOf(outcome)]))).toEqual(
        expected,
      );
      expect(await findings()).toEqual([]);
    });

    it('knows of the pages that were stored what they were: asked whether they have changed, they have not', async () => {
      log.length = 0;
      const asked = { job, command: 'reharvest', scope: { status: 'stored' } };
      await runCommand(ports, controlCommandOf(asked, { requestId: 'again', by: 'a test' }));
      await crawl(on, ports);
      const stored = [...(await readCollection(ports, job))].filter(
        ([url, { md5 }]) => md5 !== undefined && !ignored.test(url),
      );
      expect(log.filter((line) => line.startsWith('304')).length).toBeGreaterThanOrEqual(stored.length - 2);
      expect(log.filter((line) => !line.startsWith('304') && !ignored.test(line))).toEqual([]);
      expect(await findings()).toEqual([]);
    });
  });
}

/** Rounds of the crawl until nothing is due within an hour. */
async function crawl(on: LongCrawlStores, ports: Ports): Promise<void> {
  const { clock } = on;
  for (let idle = false; !idle; ) {
    await passing(on, maintenanceRound(ports, { endBy: Number.POSITIVE_INFINITY }));
    await passing(on, dispatch(ports, { timing: clockwork, maxOutstanding: 50 }));
    const deliveries = await on.receive();
    const { failed } = await passing(
      on,
      harvest(ports, deliveries, {
        timing: clockwork,
        endBy: clock.monotonic() + clockwork.functionMs,
        lists,
      }),
    );
    for (const { error } of failed) throw error;
    for (const delivery of deliveries) await on.done(delivery);
    const next = await firstDue(ports.due, job, clock.now() + hourMs);
    const isWaiting = (await ports.links.open(job, 1)).length > 0;
    idle = next === undefined && deliveries.length === 0 && !isWaiting;
    await clock.advance(Math.max(1_000, (next?.at ?? 0) - clock.now()));
  }
}

/** Waits for something that waits for the held clock. */
async function passing<T>(
  { clock, quiet }: { clock: HeldClock; quiet(): Promise<void> },
  running: Promise<T>,
): Promise<T> {
  let ended = false;
  const done = running.finally(() => {
    ended = true;
  });
  done.catch(() => undefined);
  while (!ended) {
    await quiet();
    if (!ended) await clock.advance(clock.nextWake ?? 0);
  }
  return await done;
}
