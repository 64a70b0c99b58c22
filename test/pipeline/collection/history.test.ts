import { afterEach, describe, expect, it } from 'vitest';
import { why } from '../../../lib/capabilities/why.ts';
import { viewRecord } from '../../../lib/pipeline/report/view-record.ts';
import { page, reharvest, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

const dayMs = 86_400_000;
const moving = 'https://a.example/';
const other = 'https://b.example/';
const seeds = [moving, other];

let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** A day later, with other content at the URL that moves. Returns when it was fetched. */
async function nextDay(text: string): Promise<number> {
  await crawl.stores.clock.advance(dayMs);
  crawl.web[moving] = page(text);
  await reharvest(crawl);
  await crawl.run();
  return (await view(moving))?.visits.find(({ url }) => url === moving)?.at ?? 0;
}
const view = async (url: string) => viewRecord(crawl.ports, await crawl.job(), url);

describe('what is kept of the visits of a page that moves from record to record', () => {
  it('is when it was first visited, last checked and last changed, and how often it changed', async () => {
    crawl = await smallCrawl({ [moving]: page('one'), [other]: page('two') }, { seeds });
    await crawl.run();
    const first = (await view(moving))?.visits[0]?.at;
    const changed = await nextDay('two');
    const checked = await nextDay('two');
    expect(checked).toBeGreaterThan(changed);
    const record = await view(moving);
    expect(record?.entry.firstUrl).toBe(other);
    expect(record?.visits).toMatchObject([
      { url: other, at: expect.any(Number) },
      { url: moving, firstSeen: first, at: checked, changedAt: changed, revisions: 1 },
    ]);
    const back = await nextDay('one');
    expect((await view(moving))?.visits).toMatchObject([
      { url: moving, firstSeen: first, changedAt: back, revisions: 2 },
    ]);
  });

  it('is told to indexers with each change', async () => {
    crawl = await smallCrawl({ [moving]: page('one'), [other]: page('two') }, { seeds });
    await crawl.run();
    await nextDay('two');
    await nextDay('three');
    const lines = (await crawl.changes()).filter(
      ({ url, record }) => url === moving && record?.finalUrl === moving,
    );
    const [made] = lines;
    expect(made?.record).not.toHaveProperty('history');
    expect(lines.at(-1)?.record?.history).toEqual({ firstVisited: made?.at, changes: 2 });
  });

  it('is what `winnow why` says of it', async () => {
    crawl = await smallCrawl({ [moving]: page('one'), [other]: page('two') }, { seeds });
    await crawl.run();
    await nextDay('three');
    const { lines } = await why(crawl.ports, await crawl.job(), moving);
    expect(lines.find(({ step }) => step === 'history')?.detail).toMatch(
      /^first visited 24 h ago \(.*\); seen to change once, the last time .*$/,
    );
  });
});
