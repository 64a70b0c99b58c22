import { afterEach, describe, expect, it } from 'vitest';
import { defaultLinkSettings } from '../../../lib/base/links/link-settings.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { tellRanks, tellRanksWhenDue } from '../../../lib/capabilities/ranks/tell-ranks.ts';
import type { PageRecord } from '../../../lib/domain/collection/record.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { CrashPlan, crashingPort, stride } from '../../support/crash.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const star: Web = {
  'http://a.example/': page('list', 'http://b.example/', 'http://c.example/'),
  'http://b.example/': page('best', '/leaf'),
  'http://b.example/leaf': page('leaf'),
  'http://c.example/': page('third', 'http://b.example/'),
};

async function crawled(documents: boolean, through?: (ports: Ports) => Ports): Promise<void> {
  const settings = { documents: { keep: documents, compression: 'gzip' as const } };
  crawl = await smallCrawl(
    { ...star },
    { seeds: ['http://a.example/'], settings, ...(through && { through }) },
  );
  await crawl.run(20_000_000);
}

/** The newest records by title. */
async function records(): Promise<Record<string, PageRecord>> {
  const lines = await crawl.changes();
  return Object.fromEntries(
    lines.flatMap(({ record }) => (record === undefined ? [] : [[record.title, record]])),
  );
}

describe('writing ranks into records', () => {
  it.each([true, false])(
    'asks for no page, and changes nothing else (documents kept: %s)',
    async (documents) => {
      await crawled(documents);
      const [before, asked] = [await records(), crawl.requests.length];
      expect(await tellRanks(crawl.ports, await crawl.job(), {})).toEqual({ hosts: 3, pages: 4 });
      await crawl.run(20_000_000);
      expect(crawl.requests.length).toBe(asked);
      const after = await records();
      for (const [title, { ranks, ...record }] of Object.entries(after)) {
        expect(record).toEqual(before[title]);
        expect(ranks).toMatchObject({ of: 4, pageRank: expect.any(Number), linkedBy: expect.any(Number) });
      }
      const sum = Object.values(after).reduce((all, { ranks }) => all + (ranks?.pageRank ?? 0), 0);
      expect(sum).toBeCloseTo(1, 4);
      expect(after.best?.ranks?.linkedBy).toBe(2);
      expect(after.best?.ranks?.discounted).toBeGreaterThan(after.third?.ranks?.discounted as number);
      expect((await crawl.changes()).map(({ change }) => change).slice(-4)).toEqual(Array(4).fill('updated'));
    },
  );

  it('writes nothing again as long as ranks stay about the same', async () => {
    await crawled(true);
    for (let round = 0; round < 2; round += 1) {
      await tellRanks(crawl.ports, await crawl.job(), {});
      await crawl.run(20_000_000);
    }
    expect((await crawl.changes()).length).toBe(8);
  });

  it('loses them when the content changes, and gets them with the next analysis', async () => {
    await crawled(true);
    await tellRanks(crawl.ports, await crawl.job(), {});
    await crawl.run(20_000_000);
    crawl.web['http://c.example/'] = page('other', 'http://b.example/');
    await reharvest(crawl);
    await crawl.run(20_000_000);
    expect((await records()).other).not.toHaveProperty('ranks');
    await tellRanks(crawl.ports, await crawl.job(), {});
    await crawl.run(20_000_000);
    expect((await records()).other?.ranks).toMatchObject({ of: 4 });
  });

  it.each([
    [4, { hosts: 3, pages: 4 }],
    [5, 'resting'],
    [0, 'resting'],
  ])('is done by itself after so many pages as the job says: %i', async (ranks, outcome) => {
    const links = { ...defaultLinkSettings, ranks };
    crawl = await smallCrawl({ ...star }, { seeds: ['http://a.example/'], settings: { links } });
    await crawl.run(20_000_000);
    const slice = { endBy: Number.POSITIVE_INFINITY, mostUrls: 100 };
    expect(await tellRanksWhenDue(crawl.ports, await crawl.job(), slice)).toEqual(outcome);
    expect(await tellRanksWhenDue(crawl.ports, await crawl.job(), slice)).toBe('resting');
    await crawl.run(20_000_000);
    const ranked = (await crawl.changes()).filter(({ record }) => record?.ranks !== undefined);
    expect(ranked).toHaveLength(ranks === 4 ? 4 : 0);
  });

  it('comes to the same when the process dies at any await', async () => {
    let steps = 0;
    for (let crashed = true; crashed; steps += stride) {
      for (const side of ['before', 'after'] as const) {
        const plan = new CrashPlan();
        const names = ['records', 'changes', 'staged', 'hosts', 'due', 'documents'] as const;
        await crawled(true, (ports) => ({
          ...ports,
          ...Object.fromEntries(names.map((name) => [name, crashingPort<object>(ports[name], plan)])),
        }));
        await tellRanks(crawl.ports, await crawl.job(), {});
        plan.arm(steps, side);
        await crawl.run(20_000_000).catch(() => undefined);
        crashed = await plan.disarm();
        await crawl.tick().catch(() => undefined);
        await crawl.stores.clock.advance(1_000_000);
        await crawl.tick().catch(() => undefined);
        await crawl.run(20_000_000);
        const found = await crawl.ports.records.urls('birds', (await records()).best?.md5 as string, 9);
        expect(found).toEqual(['http://b.example/' as CanonicalUrl]);
        crawl.close();
      }
    }
    expect(steps).toBeGreaterThan(5);
  });
});
