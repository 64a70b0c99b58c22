import { describe, expect, it } from 'vitest';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { type Answer, reharvest, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { CrashPlan, crashingPort, stride } from '../../support/crash.ts';
import { ownWords } from '../../support/own-words.ts';
import { defaultContentSettings } from '../../support/settings.ts';

const says = ['owls', 'hunt', 'at night', 'in woods', 'and fields'].map(ownWords).join(' ');
const settings = (nearDuplicates: 'keep' | 'mark' | 'drop'): Partial<JobSettings> => ({
  content: { ...defaultContentSettings, nearDuplicates },
});
const first = 'http://a.example/';
const second = 'http://b.example/';
const third = 'http://b.example/3';

function text(mark: string, ...links: readonly string[]): Answer {
  const anchors = links.map((link) => `<a href="${link}">link</a>`).join(' ');
  return { body: `<title>${mark}</title><p>${says}</p><p>${mark}</p>${anchors}` };
}

const web = (): Web => ({
  [first]: text('one', second),
  [second]: text('two', third),
  [third]: text('three'),
});

/** Of each URL whose record the collection has: what it is a near-duplicate of. */
async function links(crawl: SmallCrawl): Promise<Record<string, string | undefined>> {
  const lines = await crawl.changes();
  const latest = new Map(lines.map((line) => [line.md5, line]));
  const records = [...latest.values()].filter(({ change }) => change !== 'deleted');
  return Object.fromEntries(
    records.map(({ record }) => [record?.finalUrl ?? '', record?.nearDuplicateOf?.url]),
  );
}

describe('near-duplicates', () => {
  it('are not looked for where nobody wants it', async () => {
    const crawl = await smallCrawl(web(), { seeds: [first] });
    await crawl.run();
    expect(await links(crawl)).toEqual({ [first]: undefined, [second]: undefined, [third]: undefined });
    expect((await crawl.changes())[0]?.record).not.toHaveProperty('minHashes');
    crawl.close();
  });

  it('link to the one that was there first, across hosts and within one', async () => {
    const crawl = await smallCrawl(web(), { seeds: [first], settings: settings('mark') });
    await crawl.run();
    expect(await links(crawl)).toEqual({ [first]: undefined, [second]: first, [third]: first });
    const marked = (await crawl.changes()).find(({ url }) => url === second)?.record;
    expect(marked?.nearDuplicateOf?.similarity).toBeGreaterThan(0.8);
    crawl.close();
  });

  it('are found among the pages of one turn', async () => {
    const own = { [first]: text('one', '/2'), 'http://a.example/2': text('two') };
    const crawl = await smallCrawl(own, { seeds: [first, 'http://a.example/2'], settings: settings('mark') });
    await crawl.run();
    expect(Object.values(await links(crawl)).filter(Boolean)).toHaveLength(1);
    crawl.close();
  });

  it('have the next of the group in the place of one that is gone', async () => {
    const crawl = await smallCrawl(web(), { seeds: [first], settings: settings('mark') });
    await crawl.run();
    crawl.web[first] = { status: 410 };
    await reharvest(crawl);
    await crawl.run();
    const left = await links(crawl);
    const [chosen] = Object.entries(left).find(([, of]) => of === undefined) ?? [];
    expect([second, third]).toContain(chosen);
    const line = (await crawl.changes()).findLast(({ url }) => url === chosen);
    expect(line).toMatchObject({ change: 'updated', record: { finalUrl: chosen } });
    // Pages that come later link to the present one.
    crawl.web['http://b.example/4'] = text('four');
    crawl.web[third] = text('three', '/4');
    await reharvest(crawl);
    await crawl.run();
    expect((await links(crawl))['http://b.example/4']).toBe(chosen);
    crawl.close();
  });

  it('keep a representative whose own page changes a little', async () => {
    const crawl = await smallCrawl(web(), { seeds: [first], settings: settings('mark') });
    await crawl.run();
    crawl.web[first] = text('one, as of today', second);
    await reharvest(crawl, { prefix: first });
    await crawl.run();
    expect((await links(crawl))[first]).toBeUndefined();
    crawl.web['http://b.example/4'] = text('four');
    crawl.web[third] = text('three', '/4');
    await reharvest(crawl);
    await crawl.run();
    expect((await links(crawl))['http://b.example/4']).toBe(first);
    crawl.close();
  });

  it('stay out of the collection where the job drops them, until the one that was there first is gone', async () => {
    const crawl = await smallCrawl(web(), { seeds: [first], settings: settings('drop') });
    await crawl.run();
    expect(await links(crawl)).toEqual({ [first]: undefined });
    expect(await crawl.outcome(second)).toBe('denied');
    crawl.web[first] = { status: 410 };
    await reharvest(crawl, { prefix: first });
    await crawl.run();
    const left = Object.keys(await links(crawl));
    expect(left).toHaveLength(1);
    expect([second, third]).toContain(left[0]);
    crawl.close();
  });

  it.each(['mark', 'drop'] as const)(
    'come to the same when the process dies at any await (%s)',
    async (policy) => {
      const run = async (at: number, side: 'before' | 'after') => {
        const plan = new CrashPlan();
        const names = ['records', 'changes', 'staged', 'hosts', 'due', 'nearDuplicates'] as const;
        const through = (ports: Ports): Ports => ({
          ...ports,
          ...Object.fromEntries(names.map((name) => [name, crashingPort<object>(ports[name], plan)])),
        });
        const crawl = await smallCrawl(web(), { seeds: [first], settings: settings(policy), through });
        try {
          await crawl.run();
          crawl.web[first] = { status: 410 };
          await reharvest(crawl, { prefix: first });
          plan.arm(at, side);
          await crawl.run(20_000_000).catch(() => undefined);
          const crashed = await plan.disarm();
          await crawl.tick().catch(() => undefined);
          await crawl.stores.clock.advance(1_000_000);
          await crawl.tick().catch(() => undefined);
          await crawl.run(20_000_000);
          const page = await crawl.ports.records.records('birds', 10);
          return { crashed, urls: page.records.map(({ firstUrl }) => firstUrl).sort() };
        } finally {
          crawl.close();
        }
      };
      const { urls: wanted } = await run(Number.POSITIVE_INFINITY, 'before');
      let steps = 0;
      for (let crashed = true; crashed; steps += stride) {
        for (const side of ['before', 'after'] as const) {
          const result = await run(steps, side);
          crashed = result.crashed;
          expect(result.urls, `${side} ${steps}`).toEqual(wanted);
        }
      }
      expect(steps).toBeGreaterThan(10);
    },
  );
});
