import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireNode } from '../../lib/api/node-version.ts';
import { openCrawl } from '../../lib/api/open-crawl.ts';
import { type BirdWeb, birds, changes, startBirdWeb, titles, withCrawl } from './support/bird-web.ts';

let site: BirdWeb;
beforeAll(async () => {
  site = await startBirdWeb();
});
afterAll(() => site.close());

describe('openCrawl', () => {
  it('crawls until nothing is due, and yields every change once, in order', async () => {
    await withCrawl([site.settings('all')], async (crawl) => {
      const all = await changes(crawl);
      expect(all.map(({ kind }) => kind)).toEqual(Array(7).fill('created'));
      const places = all.map(({ turn, ordinal }) => turn * 1_000 + ordinal);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(await titles(crawl)).toEqual([]);
    });
  });

  it('answers what the command line answers: status, why, record, records, snapshot', async () => {
    await withCrawl([site.settings('questions')], async (crawl) => {
      await titles(crawl);
      expect((await crawl.status()).records).toBe(7);
      expect((await crawl.why(site.url('/owl'))).url).toBe(site.url('/owl'));
      expect((await crawl.record(site.url('/owl')))?.record).toMatchObject({ title: 'owl' });
      expect(await crawl.record(site.url('/dodo'))).toBeUndefined();
      const first = await crawl.records(4);
      const second = await crawl.records(4, first.cursor);
      expect(first.records.length + second.records.length).toBe(7);
      const lines: unknown[] = [];
      for await (const line of crawl.snapshot()) lines.push(line);
      expect(lines).toHaveLength(8);
    });
  });

  it('takes seeds, makes pages due again and fetches one page now', async () => {
    await withCrawl([site.settings('commands', { seeds: [] })], async (crawl) => {
      expect((await crawl.fetch(site.url('/owl'))).visit.url).toBe(site.url('/owl'));
      expect(await crawl.seed(['no URL', site.url('/wren')])).toMatchObject({
        accepted: [{ url: site.url('/wren') }],
        refused: [{ input: 'no URL' }],
      });
      expect((await titles(crawl)).toSorted()).toEqual(['owl', 'wren']);
      const asked = site.web.log.length;
      await crawl.reharvest({ reason: 'to test it' });
      expect(await titles(crawl)).toEqual([]);
      expect(
        site.web.log
          .slice(asked)
          .map(({ path }) => path)
          .toSorted(),
      ).toEqual(['/owl', '/wren']);
    });
  });

  it('yields after a reader has left, and the crawl was opened again, what that one has not read', async () => {
    const first = await withCrawl([site.settings('again')], (crawl) => titles(crawl, {}, 3));
    const second = await withCrawl([site.settings('again')], (crawl) => titles(crawl));
    expect(first).toHaveLength(3);
    expect([...first, ...second].toSorted()).toEqual(['birds', ...birds].toSorted());
  });

  it('loses nothing when the reader throws: the change is yielded again', async () => {
    await withCrawl([site.settings('throws')], async (crawl) => {
      const reading = async (): Promise<void> => {
        for await (const { kind } of crawl.run()) throw new Error(`cannot index what was ${kind}`);
      };
      await expect(reading()).rejects.toThrow('cannot index what was created');
      expect(await titles(crawl)).toHaveLength(7);
    });
  });

  it('never fetches more pages than a run may, and ends with its signal', async () => {
    await withCrawl([site.settings('bounds')], async (crawl) => {
      expect((await titles(crawl, { maxPages: 2 })).length).toBeLessThanOrEqual(2);
      const stop = new AbortController();
      let read = 0;
      for await (const _ of crawl.run({ signal: stop.signal })) {
        read += 1;
        stop.abort();
      }
      expect(read).toBe(1);
    });
  });

  it('waits for what comes later, where a run has no end but its signal', async () => {
    await withCrawl([site.settings('forever', { seeds: [] })], async (crawl) => {
      const stop = new AbortController();
      const reading = titles(crawl, { forever: true, signal: stop.signal }, 1);
      await crawl.seed([site.url('/owl')]);
      await crawl.seed([site.url('/wren')]);
      expect(await reading).toHaveLength(1);
      stop.abort();
    });
  });

  it('refuses a signal that is aborted already, a second run beside the first, and a run of what is closed', async () => {
    await withCrawl([site.settings('refuses')], async (crawl) => {
      await expect(titles(crawl, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'usage' });
      const run = crawl.run();
      await run.next();
      await expect(titles(crawl)).rejects.toThrow('has a run already');
      await run.return();
      expect(await titles(crawl)).toHaveLength(7);
      await crawl.close();
      await expect(titles(crawl)).rejects.toThrow('is closed');
    });
  });

  it('is closed in the middle of a run, too: the next one yields the rest', async () => {
    const crawl = await openCrawl(site.settings('closed'));
    const run = crawl.run();
    await run.next();
    await crawl.close();
    expect(await run.next()).toEqual({ done: true, value: undefined });
    // What was yielded last was not read yet when the crawl was closed under its reader.
    expect(
      (await withCrawl([site.settings('closed')], (again) => titles(again))).length,
    ).toBeGreaterThanOrEqual(6);
  });

  it('refuses wrong settings in the words of job.yaml, with a line for each', async () => {
    const wrong = openCrawl(site.settings('wrong', { scoop: {}, politeness: { waitIntervalHost: -1 } }));
    await expect(wrong).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/waitIntervalHost[\s\S]*scoop|scoop[\s\S]*waitIntervalHost/),
    });
    const anonymous = openCrawl({ name: 'birds', seeds: ['https://www.example.org/'] });
    await expect(anonymous).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/contact/),
    });
  });

  it('refuses a data directory that is open, and says who has it', async () => {
    await withCrawl([site.settings('locked')], async () => {
      await expect(openCrawl(site.settings('locked'))).rejects.toMatchObject({ code: 'locked' });
    });
    expect(await withCrawl([site.settings('locked')], (crawl) => titles(crawl))).toHaveLength(7);
  });

  it('refuses a data directory that a newer version of the package has written', async () => {
    await (await openCrawl(site.settings('newer'))).close();
    const database = new DatabaseSync(join(site.place, 'newer', 'winnow.db'));
    database.exec('PRAGMA user_version = 9999');
    database.close();
    await expect(openCrawl(site.settings('newer'))).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringContaining('update Winnow or choose another data directory'),
    });
  });

  it('names the Node that it needs, on an older one', () => {
    expect(() => requireNode('24.16.0')).not.toThrow();
    expect(() => requireNode('25.0.0')).not.toThrow();
    for (const old of ['24.15.9', '20.20.2'])
      expect(() => requireNode(old)).toThrow(
        /^winnow-crawler: Node 24\.16 or later is needed, this is \S+: `npx node` is/,
      );
  });
});
