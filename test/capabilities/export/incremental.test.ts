import { afterEach, describe, expect, it } from 'vitest';
import { resetExport } from '../../../lib/capabilities/export/operation.ts';
import { ask } from '../../../lib/operations/ask.ts';
import { page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { exported, linesOf, piecesOf, placeOf } from '../../support/export/exported.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const site = 'http://a.example';
let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** A site whose first page names all others. */
function webOf(pages: ReadonlyMap<string, string>): Web {
  const urls = [...pages.keys()].map((path) => `${site}${path}`);
  const web: Web = { [`${site}/`]: page('home', ...urls) };
  for (const [path, text] of pages) web[`${site}${path}`] = page(text);
  return web;
}

async function visit(pages: ReadonlyMap<string, string>): Promise<void> {
  for (const url of Object.keys(crawl.web)) delete crawl.web[url];
  Object.assign(crawl.web, webOf(pages));
  await crawl.stores.clock.advance(60_000);
  await reharvest(crawl);
  await crawl.run(600_000);
}

async function begun(pages: ReadonlyMap<string, string>): Promise<void> {
  crawl = await smallCrawl(webOf(pages), { seeds: [`${site}/`] });
  await crawl.run();
}

/** What a consumer is told now, without the first page. */
async function told(name = 'index', most?: number): Promise<readonly string[]> {
  const asked = { job: 'birds', to: 'jsonl', incremental: name };
  const made = await exported(placeOf(crawl), asked, most === undefined ? {} : { most });
  return linesOf(made).filter((line) => !line.includes(`${site}/ `) && !line.endsWith(`${site}/`));
}

const reset = (consumer: string) =>
  ask(
    { name: 'export-reset', operation: resetExport },
    placeOf(crawl),
    { job: 'birds', consumer },
    { by: '', reason: '' },
  );

/** The changes that a consumer should hear of; a page of another content is another record. */
function expected(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const changes: string[] = [];
  for (const [path, text] of after)
    if (before.get(path) !== text) changes.push(`created ${site}${path} ${text}`);
  for (const [path, text] of before) if (after.get(path) !== text) changes.push(`deleted ${site}${path}`);
  return changes.sort();
}

describe('an export for a consumer', () => {
  it('is of all records the first time, and of nothing while nothing changes', async () => {
    await begun(
      new Map([
        ['/one', 'wren'],
        ['/two', 'crane'],
      ]),
    );
    expect([...(await told())].sort()).toEqual([`created ${site}/one wren`, `created ${site}/two crane`]);
    expect(await told()).toEqual([]);
    expect(await told()).toEqual([]);
    expect((await told('other')).length).toBe(2);
  });

  it('tells exactly what was created, changed and deleted, ten times over, however often it is cut off', async () => {
    const random = seededRandom(7);
    const below = (limit: number): number => Math.floor(random() * limit);
    let pages = new Map(Array.from({ length: 6 }, (_, at) => [`/page-${at}`, `word${at}begins`]));
    await begun(pages);
    await told();
    for (let round = 0; round < 10; round++) {
      const next = new Map(pages);
      next.set(`/page-new-${round}`, `fresh${round}arrives`);
      const paths = [...pages.keys()];
      next.set(paths[below(paths.length)] as string, `other${round}reads`);
      next.delete(paths[below(paths.length)] as string);
      await visit(next);
      // It dies after its first pieces, and just before it would have been told that all is in its place.
      await told('index', 2 + below(2));
      expect([...(await told())].sort()).toEqual(expected(pages, next));
      expect(await told()).toEqual([]);
      pages = next;
    }
  });

  it('tells each record once where it goes on from any place at which it was cut off', async () => {
    const pages = (...paths: readonly string[]) => new Map(paths.map((path) => [path, 'wren']));
    await begun(pages('/one', '/two', '/three'));
    const { ports, ...place } = placeOf(crawl);
    // The store has the clock of the machine.
    const clock = { ...ports.clock, now: () => Date.now() };
    const here = { ...place, ports: { ...ports, clock }, access: 'alone' } as const;
    const cuts = Array.from({ length: 12 }, (_, at) => at + 2);
    for (const cut of ['whole', ...cuts]) await told(`c-${cut}`);
    // The record loses a URL each time.
    await visit(pages('/one', '/two'));
    await visit(pages('/one'));
    const asked = (cut: number | string) => ({ job: 'birds', to: 'jsonl', incremental: `c-${cut}` });
    const whole = linesOf(await exported(here, asked('whole')));
    expect(new Set(whole).size).toBe(whole.length);
    let goneOn = 0;
    for (const cut of cuts) {
      const first = await exported(here, asked(cut), { most: cut });
      const resume = first.marks.at(-1);
      // Lines behind the mark are cut off by who keeps the file.
      if (resume === undefined || !first.endsWithMark) continue;
      goneOn += 1;
      const second = await exported(here, asked(cut), { resume });
      expect([...linesOf(first), ...linesOf(second)].toSorted()).toEqual(whole.toSorted());
    }
    expect(goneOn).toBeGreaterThan(1);
  });

  it('tells what changes while it is at it, in this export or in the next', async () => {
    const pages = (...paths: readonly string[]) => new Map(paths.map((path) => [path, 'wren']));
    await begun(pages('/one', '/two', '/three'));
    await told();
    await visit(pages('/one', '/two'));
    const asked = { job: 'birds', to: 'jsonl', incremental: 'index' };
    const lines: string[] = [];
    const take = (bytes: Uint8Array): void => {
      lines.push(...Buffer.from(bytes).toString().trim().split('\n'));
    };
    for await (const piece of await piecesOf(placeOf(crawl), asked)) {
      if (!('bytes' in piece)) continue;
      take(piece.bytes);
      if (lines.filter((line) => line.includes('wren')).length === 1) await visit(pages('/one'));
    }
    for await (const piece of await piecesOf(placeOf(crawl), asked)) if ('bytes' in piece) take(piece.bytes);
    const last = lines.findLast((line) => line.includes('wren')) ?? '';
    expect(JSON.parse(last).record.urls).toEqual([`${site}/one`]);
  });

  it('tells nothing of a page that came and went in between', async () => {
    await begun(new Map([['/one', 'wren']]));
    await told();
    await visit(
      new Map([
        ['/one', 'wren'],
        ['/two', 'crane'],
      ]),
    );
    await visit(new Map([['/one', 'wren']]));
    expect(await told()).toEqual([]);
  });

  it('tells of a record that is no longer wanted that it is gone', async () => {
    await begun(new Map([['/one', 'wren']]));
    const place = placeOf(crawl);
    const asked = { job: 'birds', to: 'jsonl', incremental: 'some', path: ['/one'] };
    expect(linesOf(await exported(place, asked))).toEqual([`created ${site}/one wren`]);
    await visit(
      new Map([
        ['/one', 'crane'],
        ['/two', 'heron'],
      ]),
    );
    const lines = linesOf(await exported(place, asked));
    expect(lines).toContain(`created ${site}/one crane`);
    expect(lines).toContain(`deleted ${site}/one`);
    expect(lines.join()).not.toContain('heron');
  });

  it('begins anew after a reset, and resets no consumer that it never had', async () => {
    await begun(new Map([['/one', 'wren']]));
    await expect(reset('index')).rejects.toMatchObject({ code: 'not-found' });
    await told();
    await reset('index');
    expect(await told()).toEqual([`created ${site}/one wren`]);
    await expect(reset('nobody')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is kept once, where two of them end', async () => {
    await begun(new Map([['/one', 'wren']]));
    await told();
    await visit(
      new Map([
        ['/one', 'wren'],
        ['/two', 'crane'],
      ]),
    );
    const asked = { job: 'birds', to: 'jsonl', incremental: 'index' };
    const both = await Promise.allSettled([1, 2].map(() => exported(placeOf(crawl), asked)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await told()).toEqual([]);
  });
});
