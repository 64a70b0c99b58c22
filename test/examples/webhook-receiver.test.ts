import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { WinnowError } from '../../lib/base/error.ts';
import { ChangedRecords, presentIn } from '../../lib/pipeline/feed/changed-records.ts';
import { type FeedPlace, readFeed } from '../../lib/pipeline/feed/read-feed.ts';
import { openReplaced } from '../../lib/pipeline/feed/replaced-text.ts';
import type { TargetWeb } from '../../lib/ports/target-web.ts';
import { jobName, page, reharvest, type SmallCrawl, smallCrawl } from '../pipeline/small-crawl.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { listen } from '../support/web/hostile-server.ts';
import { applied } from '../support/webhooks/applied-difference.ts';
import { aKey, loopbackWeb, never, openHook } from '../support/webhooks/hook.ts';

const program = join(import.meta.dirname, '../../examples/webhook-receiver.py');
const site = 'http://a.example';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The receiver as the example has it, which can be killed and started again on what it kept. */
async function receiver() {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-receiver-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const [database, port] = [join(folder, 'state.db'), await freePort()];
  let child: ChildProcess | undefined;
  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  closing.push(kill);
  return {
    url: `http://127.0.0.1:${port}/`,
    kill,
    async start() {
      child = spawn('python3', [program, database, String(port)], {
        env: { ...process.env, SECRET: aKey },
        stdio: 'ignore',
      });
      for (;;) {
        const isUp = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).then(
          () => true,
          () => false,
        );
        if (isUp) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    /** What it kept. */
    records() {
      const db = new DatabaseSync(database, { readOnly: true });
      const rows = db.prepare('SELECT md5, data FROM record').all() as { md5: string; data: string }[];
      db.close();
      return new Map(rows.map(({ md5, data }) => [md5, JSON.parse(data) as Kept]));
    },
  };
}

interface Kept {
  readonly text: string;
  readonly title: string;
  readonly urls: readonly string[];
  readonly replaces?: { readonly md5: string; readonly difference?: string };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The present records of a crawl, as the receiver should have them. */
async function collection({ ports }: SmallCrawl): Promise<ReadonlyMap<string, Kept>> {
  const found = new Map<string, Kept>();
  for await (const object of readFeed(ports, jobName, { since: 0 })) {
    for (const { line } of await presentIn(ports, jobName, object)) {
      const { text, title, urls } = line.record;
      found.set(line.md5, { text, title, urls });
    }
  }
  return found;
}

/** Feeds a webhook from a place until the end, or until it fails. @returns the place behind what was taken */
async function feed({ ports }: SmallCrawl, url: string, web: TargetWeb, from?: FeedPlace) {
  const sink = await openHook(url, { web, replaced: openReplaced(ports, jobName) });
  let place = from;
  try {
    for await (const object of readFeed(ports, jobName, { since: 0, ...(from !== undefined && { from }) })) {
      const { changes } = await new ChangedRecords(ports, jobName).in(object);
      await sink.push(changes, never);
      place = object.place;
    }
    return { place, isWhole: true };
  } catch (error) {
    if (!(error instanceof WinnowError) || error.code !== 'unavailable') throw error;
    return { place, isWhole: false };
  } finally {
    await sink.close();
  }
}

async function changingCrawl(rounds: number): Promise<SmallCrawl> {
  const random = seededRandom(5);
  const paths = Array.from({ length: 8 }, (_, at) => `${site}/page-${at}`);
  const crawl = await smallCrawl({ [`${site}/`]: page('home', ...paths) }, { seeds: [`${site}/`] });
  closing.push(() => crawl.close());
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, path] of paths.entries()) {
      if (random() < 0.2) delete crawl.web[path];
      else if (random() < 0.6) crawl.web[path] = page(`word${Math.floor(random() * 12)} of page ${at % 6}`);
    }
    await crawl.stores.clock.advance(60_000);
    await reharvest(crawl);
    await crawl.run(600_000);
  }
  return crawl;
}

const hasPython = (() => {
  try {
    execFileSync('python3', ['-c', 'import sqlite3, http.server'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasPython)('the receiver of the documentation', () => {
  it('ends equal to the collection, killed before and after messages twenty times', {
    timeout: 120_000,
  }, async () => {
    const crawl = await changingCrawl(6);
    const { url, kill, start, records } = await receiver();
    await start();
    let place: FeedPlace | undefined;
    let [kills, ids] = [0, new Map<string, number>()];
    for (let isWhole = false; !isWhole; ) {
      const inner = loopbackWeb();
      let left = 1 + (kills % 5);
      const killing: TargetWeb = {
        async ask(request, signal) {
          const id = request.headers?.['webhook-id'] ?? '';
          ids.set(id, (ids.get(id) ?? 0) + 1);
          left -= 1;
          // Messages go side by side: what is under way with the one that is lost meets a receiver that is gone.
          if (left !== 0 || kills >= 20) return await inner.ask(request, signal);
          // By turns the message is lost with the receiver, or only its answer is.
          if (kills % 2 === 1) await inner.ask(request, signal);
          kills += 1;
          await kill();
          return await inner.ask(request, signal);
        },
        close: () => inner.close(),
      };
      const before = kills;
      ({ place, isWhole } = await feed(crawl, url, killing, place));
      if (kills > before) await start();
    }
    expect(kills).toBe(20);
    expect(Math.max(...ids.values())).toBeGreaterThan(1);
    const kept = records();
    const facts = new Map([...kept].map(([md5, { text, title, urls }]) => [md5, { text, title, urls }]));
    const expected = await collection(crawl);
    expect(expected.size).toBeGreaterThan(4);
    expect(facts).toEqual(expected);
  });

  it('refuses what was altered, signed by others or kept for long, and keeps nothing of it', {
    timeout: 60_000,
  }, async () => {
    const { url, start, records } = await receiver();
    await start();
    const crawl = await changingCrawl(1);
    const altering = (alter: (request: Parameters<TargetWeb['ask']>[0]) => object): TargetWeb => {
      const inner = loopbackWeb();
      return {
        ask: (request, signal) => inner.ask({ ...request, ...alter(request) }, signal),
        close: () => inner.close(),
      };
    };
    const cases = [
      altering(({ body }) => ({
        body: Buffer.from(
          Buffer.from(body ?? '')
            .toString()
            .replace('"text"', '"test"'),
        ),
      })),
      altering(({ headers }) => ({ headers: { ...headers, 'webhook-id': 'msg_other' } })),
      altering(({ headers }) => ({ headers: { ...headers, 'webhook-timestamp': '1614265330' } })),
      altering(({ headers }) => ({ headers: { ...headers, 'webhook-signature': 'v1,AAAA v2,b' } })),
    ];
    for (const web of cases)
      await expect(feed(crawl, url, web)).rejects.toMatchObject({
        code: 'config',
        message: expect.stringContaining('401'),
      });
    expect(records().size).toBe(0);
    expect(
      await feed(
        crawl,
        url,
        altering(() => ({})),
      ),
    ).toMatchObject({ isWhole: true });
    expect(records().size).toBeGreaterThan(0);
  });

  it('makes the new text of the one that it had, by the difference', { timeout: 60_000 }, async () => {
    const crawl = await changingCrawl(1);
    const { url, start, records } = await receiver();
    await start();
    const { place } = await feed(crawl, url, loopbackWeb());
    const before = records();
    crawl.web[`${site}/page-1`] = page('something else');
    await crawl.stores.clock.advance(60_000);
    await reharvest(crawl);
    await crawl.run(600_000);
    await feed(crawl, url, loopbackWeb(), place);
    const changed = [...records().values()].filter(({ replaces }) => replaces !== undefined);
    expect(changed.length).toBeGreaterThan(0);
    for (const { text, replaces } of changed)
      expect(applied(before.get(replaces?.md5 ?? '')?.text ?? '', replaces?.difference ?? '')).toBe(text);
  });
});
