import { afterEach, describe, expect, it } from 'vitest';
import type { ChangeLine } from '../../../lib/domain/collection/record.ts';
import type { RecordLine } from '../../../lib/pipeline/collection/present-line.ts';
import { openReplaced } from '../../../lib/pipeline/feed/replaced-text.ts';
import { changesObjects } from '../../support/collection/turn-lines.ts';
import { jobName, page, reharvest, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

const site = 'http://a.example';
let crawl: SmallCrawl;
afterEach(() => crawl.close());

async function begun(pages: Readonly<Record<string, string>>): Promise<void> {
  const urls = Object.keys(pages).map((path) => site + path);
  crawl = await smallCrawl({ [`${site}/`]: page('home', ...urls) }, { seeds: [`${site}/`] });
  for (const [path, text] of Object.entries(pages)) crawl.web[site + path] = page(text);
  await crawl.run();
}

async function visited(pages: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(pages)) crawl.web[site + path] = page(text);
  await crawl.stores.clock.advance(60_000);
  await reharvest(crawl);
  await crawl.run(600_000);
}

/** What the last line of a page with a record says of the text before. */
async function replacedBy(path: string) {
  const lines = (await crawl.changes()).filter(
    ({ url, record, cause }) => url === site + path && record !== undefined && cause === undefined,
  );
  return await openReplaced(crawl.ports, jobName)(lines.at(-1) as RecordLine);
}

const md5Of = (changes: readonly ChangeLine[], text: string): string | undefined =>
  changes.find(({ record }) => record?.text.includes(text))?.md5;

describe('the text that a page had before', () => {
  it('is that of the version before, however many there were', async () => {
    await begun({ '/one': 'wren', '/two': 'crane' });
    expect(await replacedBy('/one')).toBeUndefined();
    await visited({ '/one': 'wren sings' });
    await visited({ '/one': 'wren sleeps' });
    const before = await replacedBy('/one');
    expect(before).toEqual({
      md5: md5Of(await crawl.changes(), 'wren sings'),
      text: expect.stringContaining('wren sings'),
    });
    expect(await replacedBy('/two')).toBeUndefined();
  });

  it('is found where another page still has it', async () => {
    await begun({ '/one': 'wren', '/two': 'wren' });
    await visited({ '/one': 'owl' });
    expect((await replacedBy('/one'))?.text).toContain('wren');
  });

  it('is of each page its own where pages change in one turn', async () => {
    await begun({ '/one': 'wren', '/two': 'crane' });
    await visited({ '/one': 'wren flies', '/two': 'crane flies' });
    expect((await replacedBy('/one'))?.text).toMatch(/^wren\n/);
    expect((await replacedBy('/two'))?.text).toMatch(/^crane\n/);
  });

  it('is said to be gone when it is stored no more', async () => {
    await begun({ '/one': 'wren' });
    await visited({ '/one': 'owl' });
    for (const { name } of await changesObjects(crawl.ports.changes, jobName))
      await crawl.ports.changes.revise(jobName, name, async (lines) => {
        const left = lines.filter((json) => !(json.includes('"created"') && json.includes('wren')));
        return left.length === lines.length ? undefined : left;
      });
    expect(await replacedBy('/one')).toEqual({ md5: expect.any(String), text: undefined });
  });
});
