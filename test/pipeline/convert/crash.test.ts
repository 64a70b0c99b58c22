import { describe, expect, it } from 'vitest';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { waitMs } from '../../../lib/documents/convert/lost.ts';
import { retryMs } from '../../../lib/pipeline/recycle/recycle.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { CrashPlan, crashingPort, stride } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';
import { key, page, smallCrawl } from '../small-crawl.ts';
import { convertAll, pdf } from './converting-crawl.ts';

const web = {
  'http://a.example/': page('home', '/paper.pdf', '/broken.pdf'),
  'http://a.example/paper.pdf': pdf('paper', '/more'),
  'http://a.example/broken.pdf': pdf('broken'),
  // The text of the document again: it cannot be read from the document.
  'http://a.example/more': page('more', '/copy'),
  'http://a.example/copy': page('paper', '/more'),
};
const stores = ['hosts', 'due', 'segments', 'links', 'records', 'documents', 'changes', 'staged'] as const;

/** What a crawl left whose process died at one of its steps, turn or conversion, and was started again. */
async function crawled(keep: boolean, at: number, side: 'before' | 'after') {
  const plan = new CrashPlan();
  const through = (ports: Ports): Ports => ({
    ...ports,
    ...Object.fromEntries(
      [...stores, 'conversions' as const].map((name) => [name, crashingPort<object>(ports[name], plan)]),
    ),
  });
  const crawl = await smallCrawl(web, {
    seeds: ['http://a.example/'],
    through,
    // One page a turn: the document and its copy are of different turns.
    settings: { documents: { keep, compression: 'gzip' }, turn: { ...testSettings('').turn, maxPages: 1 } },
  });
  const crashing = through(crawl.ports);
  const go = async (ports: Ports, withinMs: number): Promise<void> => {
    await crawl.run(withinMs);
    for (let round = 0; round < 3; round += 1) {
      await convertAll(crawl, ports);
      await crawl.run(withinMs);
    }
  };
  try {
    plan.arm(at, side);
    await go(crashing, 0).catch(() => undefined);
    const crashed = await plan.disarm();
    await crawl.tick().catch(() => undefined);
    await crawl.stores.clock.advance(retryMs);
    await crawl.tick();
    // An order that was taken from the queue and not answered is lost with its process.
    await go(crawl.ports, 20_000_000 + waitMs(1));
    const { records } = await crawl.ports.records.records('birds', 10);
    const outcomes = await Promise.all(Object.keys(web).map((url) => crawl.outcome(url)));
    const flaws: string[] = [];
    for await (const { code } of sanity(crawl.ports, await crawl.job())) flaws.push(code);
    const staged = await crawl.ports.conversions.list(key('a.example'), 10);
    const asked = Object.keys(web).map((url) => crawl.requests.filter((one) => one.url === url).length);
    return { crashed, titles: records.map(({ title }) => title).sort(), outcomes, flaws, staged, asked };
  } finally {
    crawl.close();
  }
}

describe('a process that dies at any await of a turn or of a conversion', () => {
  it.each([
    ['when raw documents are kept', true],
    ['when they are not', false],
  ])(
    'leaves nothing that the next one does not finish, %s',
    async (_, keep) => {
      // Of one step in five, those that leave strays.
      let steps = keep || stride === 1 ? 0 : 3;
      let strays = 0;
      for (let crashed = true; crashed; steps += stride) {
        for (const side of ['before', 'after'] as const) {
          const left = await crawled(keep, steps, side);
          crashed = left.crashed;
          expect(left, `crashed ${side} step ${steps}`).toMatchObject({
            titles: ['home', 'more', 'paper'],
            outcomes: ['stored', 'stored', 'failed', 'stored', 'duplicate'],
          });
          // A turn that died before its commit leaves what it stored, which sanity finds and deletes.
          expect(left.flaws.filter((code) => code !== 'conversion-stray')).toEqual([]);
          expect(left.staged.length > 0).toBe(left.flaws.includes('conversion-stray'));
          strays += left.staged.length;
          // Each page once; one more for a turn that died before its commit.
          expect(Math.max(...left.asked), `crashed ${side} step ${steps}`).toBeLessThanOrEqual(2);
        }
      }
      expect(steps).toBeGreaterThan(60);
      expect(strays).toBeGreaterThan(0);
    },
    240_000,
  );
});
