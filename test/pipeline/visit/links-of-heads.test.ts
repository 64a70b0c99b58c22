import { expect, it } from 'vitest';
import { type Answer, smallCrawl } from '../small-crawl.ts';

const url = 'https://a.example/dir/bogs';
const body = '<base href="/other/"><title>Bogs</title><p>Sundews grow in bogs. <a href=/linked>More</a>';
const next: Answer = { body: '<title>Next</title><p>Butterworts grow beside them.' };

/** Outcomes of the page, of what it links to, and of what its head names, and the links of its record. */
async function crawled(answer: Answer) {
  const web = { [url]: answer, 'https://a.example/linked': next, 'https://a.example/dir/next': next };
  const crawl = await smallCrawl(web, { seeds: [url] });
  await crawl.run();
  const outcomes = await Promise.all(
    [url, 'https://a.example/linked', 'https://a.example/dir/next'].map(crawl.outcome),
  );
  const record = (await crawl.changes()).find(({ record: one }) => one?.title === 'Bogs')?.record;
  crawl.close();
  return { outcomes, links: record?.links?.map(({ url: to, element }) => [to, element]) };
}

it('a Refresh header is a refresh: at once it redirects, later it is a link', async () => {
  for (const refresh of ['0; url=next', '1;URL="next"', '0,next']) {
    const { outcomes, links } = await crawled({ body, headers: { refresh } });
    expect(outcomes).toEqual(['redirected', undefined, 'stored']);
    expect(links).toBeUndefined();
  }
  const { outcomes, links } = await crawled({ body, headers: { refresh: '10; url=next' } });
  expect(outcomes[0]).toBe('stored');
  expect(links).toEqual([
    ['https://a.example/dir/next', 'refresh'],
    ['https://a.example/linked', 'a'],
  ]);
});

it('a Refresh header that names no other URL changes nothing', async () => {
  for (const refresh of ['5', '0; url=bogs', 'soon'])
    expect((await crawled({ body, headers: { refresh } })).outcomes[0]).toBe('stored');
});

it('a choice is a page with links, of which one is preferred', async () => {
  const { outcomes, links } = await crawled({ body, status: 300, headers: { location: 'next' } });
  expect(outcomes[0]).toBe('stored');
  expect(links).toEqual([
    ['https://a.example/dir/next', 'link'],
    ['https://a.example/linked', 'a'],
  ]);
});

it.each([300, 301, 302, 303, 305, 306, 307, 308, 310])(
  'a %i that redirects nowhere is a page',
  async (status) => {
    const { outcomes } = await crawled({ body, status });
    expect(outcomes).toEqual(['stored', expect.anything(), undefined]);
  },
);
