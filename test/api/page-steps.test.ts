import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCrawl, type PageStep } from '../../lib/api/open-crawl.ts';
import { type BirdWeb, changes, startBirdWeb, titles, withCrawl } from './support/bird-web.ts';

let site: BirdWeb;
beforeAll(async () => {
  site = await startBirdWeb();
});
afterAll(() => site.close());

const crawled = (data: string, ...steps: readonly PageStep[]) =>
  withCrawl([site.settings(data), { steps }], (crawl) => changes(crawl));

describe('the steps of a program', () => {
  it('add fields to records, and see what the steps before them added', async () => {
    const counted: PageStep = { name: 'words', analyse: ({ text }) => ({ words: text.split(/\s+/).length }) };
    const doubled: PageStep = {
      name: 'double',
      analyse: async ({ fields }) => ({ twice: Number(fields.words) * 2 }),
    };
    for (const change of await crawled('fields', counted, doubled)) {
      const { words, twice } = (change.kind === 'deleted' ? undefined : change.record.fields) ?? {};
      expect(twice).toBe(Number(words) * 2);
    }
  });

  it('judge pages, as a filter of a topic', async () => {
    const short: PageStep = {
      name: 'short',
      filter: ({ title = '' }) => ({ relevant: title === 'birds' || title.length <= 4, score: 1 }),
    };
    const read = (await crawled('judged', short)).map((change) =>
      change.kind === 'deleted' ? '' : change.record.title,
    );
    expect(read.toSorted()).toEqual(['birds', 'owl', 'rook', 'wren']);
  });

  it('refuse URLs before they are asked for; why names the step and its reason', async () => {
    const noOwls: PageStep = {
      name: 'no-owls',
      permit: ({ url }) => (url.endsWith('/owl') ? 'owls are asleep' : undefined),
    };
    const asked = site.web.log.length;
    await withCrawl([site.settings('refused'), { steps: [noOwls] }], async (crawl) => {
      expect(await titles(crawl)).toHaveLength(6);
      expect(site.web.log.slice(asked).map(({ path }) => path)).not.toContain('/owl');
      expect(JSON.stringify(await crawl.why(site.url('/owl')))).toContain('no-owls: owls are asleep');
    });
  });

  it('that throw or dawdle cost their fields, not the page', async () => {
    const broken: PageStep = { name: 'broken', analyse: () => Promise.reject(new Error('no dictionary')) };
    const slow: PageStep = { name: 'slow', analyse: () => new Promise(() => undefined), deadline: 0.05 };
    const all = await crawled('broken', broken, slow);
    expect(all).toHaveLength(7);
    const failures = all.map((change) =>
      change.kind === 'deleted' ? [] : (change.record.pluginFailures ?? []),
    );
    expect(failures[0]).toEqual(['broken: no dictionary', 'slow: it took longer than 50 ms']);
  });

  it('that throw before a request end the run; the URL stays pending', async () => {
    let isBroken = true;
    const permit: PageStep = {
      name: 'database',
      permit: () => {
        if (isBroken) throw new Error('the database is away');
        return undefined;
      },
    };
    await withCrawl([site.settings('away'), { steps: [permit] }], async (crawl) => {
      await expect(titles(crawl)).rejects.toThrow('the database is away');
      isBroken = false;
      expect(await titles(crawl)).toHaveLength(7);
    });
  });

  it('are refused with a name that is no name, or taken', async () => {
    const nameless = openCrawl(site.settings('names'), { steps: [{ name: '' }] });
    await expect(nameless).rejects.toMatchObject({ code: 'config', message: /steps\.0\.name/ });
    const twice = openCrawl(site.settings('names'), { steps: [{ name: 'a' }, { name: 'a' }] });
    await expect(twice).rejects.toThrow('steps.1.name: there is a a before it');
  });
});
