import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Change,
  type Crawl,
  type CrawlSettings,
  openCrawl,
  type RunOptions,
} from '../../lib/api/open-crawl.ts';
import { startWeb, type TestWeb } from '../support/web/web-server.ts';

const place = mkdtempSync(join(tmpdir(), 'winnow-api-'));
const birds = ['heron', 'owl', 'wren', 'rook', 'swift', 'robin'];
let web: TestWeb;

beforeAll(async () => {
  const links = birds.map((bird) => `<a href="/${bird}">${bird}</a>`).join(' ');
  const pages = birds.map((bird) => [
    `birds.localhost/${bird}`,
    `<title>${bird}</title>All about the ${bird}.`,
  ]);
  web = await startWeb({
    pages: { 'birds.localhost/': `<title>birds</title>${links}`, ...Object.fromEntries(pages) },
  });
});

afterAll(async () => {
  await web.close();
  rmSync(place, { recursive: true, force: true });
});

function settingsFor(data: string, more: object = {}): CrawlSettings {
  return {
    name: 'birds',
    data: join(place, data),
    seeds: [web.url('birds.localhost')],
    contact: 'you@example.org',
    scope: { hosts: [web.host('birds.localhost')] },
    politeness: { waitIntervalHost: 0.1 },
    network: { allow: ['localhost', '127.0.0.1'] },
    ...more,
  };
}

async function withCrawl<T>(settings: CrawlSettings, use: (crawl: Crawl) => Promise<T>): Promise<T> {
  const crawl = await openCrawl(settings);
  try {
    return await use(crawl);
  } finally {
    await crawl.close();
  }
}

/** The titles of what was read, until the reader has as many as it wants. */
async function titles(crawl: Crawl, options: RunOptions = {}, wanted = Number.POSITIVE_INFINITY) {
  const read: (string | undefined)[] = [];
  for await (const change of crawl.run(options)) {
    if (read.length === wanted) break;
    read.push(change.kind === 'deleted' ? undefined : change.record.title);
  }
  return read;
}

describe('openCrawl', () => {
  it('crawls until nothing is due, and yields every change once, in order', async () => {
    await withCrawl(settingsFor('all'), async (crawl) => {
      const changes: Change[] = [];
      for await (const change of crawl.run()) changes.push(change);
      expect(changes.map(({ kind }) => kind)).toEqual(Array(7).fill('created'));
      expect(changes.map(({ turn, ordinal }) => turn * 1_000 + ordinal)).toEqual(
        changes.map(({ turn, ordinal }) => turn * 1_000 + ordinal).toSorted((a, b) => a - b),
      );
      expect(await titles(crawl)).toEqual([]);
      expect((await crawl.status()).records).toBe(7);
      expect((await crawl.record(web.url('birds.localhost', '/owl')))?.record).toMatchObject({
        title: 'owl',
      });
      expect((await crawl.why(web.url('birds.localhost', '/owl'))).url).toBe(
        web.url('birds.localhost', '/owl'),
      );
    });
  });

  it('yields after a reader has left, and the crawl was opened again, what that one has not read', async () => {
    const first = await withCrawl(settingsFor('again'), (crawl) => titles(crawl, {}, 3));
    const second = await withCrawl(settingsFor('again'), (crawl) => titles(crawl));
    expect(first).toHaveLength(3);
    expect([...first, ...second].toSorted()).toEqual(['birds', ...birds].toSorted());
  });

  it('loses nothing when the reader throws: the change is yielded again', async () => {
    await withCrawl(settingsFor('throws'), async (crawl) => {
      const reading = async (): Promise<void> => {
        for await (const { kind } of crawl.run()) throw new Error(`cannot index what was ${kind}`);
      };
      await expect(reading()).rejects.toThrow('cannot index what was created');
      expect(await titles(crawl)).toHaveLength(7);
    });
  });

  it('never fetches more pages than a run may, and ends with its signal', async () => {
    await withCrawl(settingsFor('bounds'), async (crawl) => {
      expect((await titles(crawl, { maxPages: 2 })).length).toBeLessThanOrEqual(2);
      const stop = new AbortController();
      const read: string[] = [];
      for await (const { url } of crawl.run({ signal: stop.signal })) {
        read.push(url);
        stop.abort();
      }
      expect(read).toHaveLength(1);
    });
  });

  it('refuses a signal that is aborted already, and a second run beside the first', async () => {
    await withCrawl(settingsFor('refuses'), async (crawl) => {
      await expect(titles(crawl, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'usage' });
      const run = crawl.run();
      await run.next();
      await expect(titles(crawl)).rejects.toThrow('has a run already');
      await run.return();
      expect(await titles(crawl)).toHaveLength(7);
    });
  });

  it('refuses wrong settings in the words of job.yaml, and a data directory that is open', async () => {
    await expect(openCrawl(settingsFor('wrong', { scoop: {} }))).rejects.toThrow(/scoop.*scope/);
    await withCrawl(settingsFor('locked'), async () => {
      await expect(openCrawl(settingsFor('locked'))).rejects.toMatchObject({ code: 'locked' });
    });
  });
});
