import { describe, expect, it } from 'vitest';
import type { Measure } from '../../../lib/domain/strategy/condition.ts';
import { smallCrawl } from '../small-crawl.ts';
import { pathsOf, siteOf, stagedSettings } from './staged-crawl.ts';

/** A page with two named parts, each with a link of its own: the order in which they stand differs from page to page. */
function pageOf(text: string, ...parts: readonly (readonly [id: string, path: string])[]) {
  const links = parts.map(([id, path]) => `<div id="${id}"><a href="${path}">more</a></div>`);
  return { body: `<title>${text}</title><p>${text}</p>${links.join('')}` };
}

const web = {
  'https://a.example/': pageOf('apple', ['fruit', '/fruit1'], ['news', '/news1']),
  'https://a.example/fruit1': pageOf('apple', ['news', '/news2'], ['fruit', '/fruit2']),
  'https://a.example/news1': pageOf('weather', ['news', '/news3']),
  'https://a.example/fruit2': pageOf('apple'),
  'https://a.example/news2': pageOf('sports'),
  'https://a.example/news3': pageOf('traffic'),
};

async function crawled(times: Measure) {
  const ranking = [{ rules: [{ name: 'led to apples', score: 1, times }] }];
  const settings = stagedSettings({ name: 'all', ranking, layers: [], control: [] });
  const crawl = await smallCrawl(web, { seeds: ['https://a.example/'], settings });
  await crawl.run();
  const { context } = await siteOf(crawl, 'a.example');
  const paths = pathsOf(crawl);
  crawl.close();
  return { paths, blocks: [...(context?.blocks.values() ?? [])], rows: [...(context?.rows.values() ?? [])] };
}

describe('what links led to', () => {
  it('counts by the element of the site that they stand in, on whichever page', async () => {
    const { paths, blocks, rows } = await crawled('blockYield');
    expect(paths.indexOf('/fruit2')).toBeLessThan(paths.indexOf('/news2'));
    expect(blocks).toHaveLength(2);
    expect(blocks).toContainEqual({ loads: 3, relevant: 0 });
    expect(blocks).toContainEqual({ loads: 2, relevant: 2 });
    expect(rows).toEqual([]);
  });

  it('counts by the row of links as it stands, which no other page has, where rules ask for that', async () => {
    const { paths, blocks, rows } = await crawled('rowYield');
    expect(paths.indexOf('/news2')).toBeLessThan(paths.indexOf('/fruit2'));
    expect(rows).toHaveLength(3);
    expect(blocks).toEqual([]);
  });
});
