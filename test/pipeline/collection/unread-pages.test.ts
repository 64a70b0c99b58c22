import { expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import { smallBytes } from '../../../lib/pipeline/turn/page-room.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { type SmallCrawl, smallCrawl } from '../small-crawl.ts';

const html = { 'content-type': 'text/html' };
const seed = 'http://a.example/';

/** A crawl of one page whose reader has no thread for the first so many pages. */
function crawlOf(busy: number, body = '<title>Owls</title>'): Promise<SmallCrawl> {
  let left = busy;
  const through = (ports: Ports): Ports => ({
    ...ports,
    reader: {
      ...ports.reader,
      async read(request) {
        left -= 1;
        if (left >= 0) throw new WinnowError('unavailable', 'no thread was free');
        return await ports.reader.read(request);
      },
    },
  });
  return smallCrawl({ [seed]: { headers: html, body } }, { seeds: [seed], through });
}

it('fetches a page again that no thread came to, and holds nothing against it', async () => {
  const crawl = await crawlOf(2);
  const turns = await crawl.run(60_000);
  expect(await crawl.outcome(seed)).toBe('stored');
  expect(crawl.requests.filter(({ url }) => url === seed)).toHaveLength(3);
  expect(turns.flatMap(({ visits }) => visits).map(({ outcome }) => outcome.kind)).toEqual(['stored']);
  crawl.close();
});

it('ends a turn after a large page', async () => {
  const pages = ['1', '2', '3'].map((name) => `http://a.example/${name}`);
  const large = { headers: html, body: `<title>${'x'.repeat(smallBytes)}</title>` };
  const web = Object.fromEntries(pages.map((url) => [url, large]));
  const crawl = await smallCrawl(web, { seeds: pages });
  const turns = await crawl.run(600_000);
  expect(turns.filter(({ visits }) => visits.length > 0).map(({ visits }) => visits.length)).toEqual([
    1, 1, 1,
  ]);
  crawl.close();
});
