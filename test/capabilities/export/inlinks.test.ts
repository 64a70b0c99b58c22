import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { memoryScratch } from '../../../lib/capabilities/export/format.ts';
import { Inlinks } from '../../../lib/capabilities/export/inlinks.ts';
import { type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { exported, placeOf, textOf } from '../../support/export/exported.ts';
import { elementsOf, parseXml, xmlTextOf } from '../../support/export/xml.ts';

const [a, b, c] = ['http://a.example', 'http://b.example', 'http://c.example'];
let crawl: SmallCrawl;
afterEach(() => crawl.close());

const html = (text: string, ...links: readonly (readonly [string, string])[]) => ({
  body: `<title>${text}</title><p>${text}${links.map(([url, words]) => ` <a href="${url}">${words}</a>`).join('')}`,
});

/** A page about owls that three others name, one of them in the same words twice, and one with a picture. */
async function begun(): Promise<void> {
  const owls = `${a}/owls`;
  crawl = await smallCrawl(
    {
      [`${a}/`]: html('home', [owls, 'our owls'], [`${b}/`, 'b'], [`${c}/`, 'c'], ['http://d.example/', 'd']),
      [owls]: html('owls', [`${a}/`, 'home']),
      [`${b}/`]: html('bees', [owls, 'owls'], [owls, 'owls'], [owls, '<em>barn</em> & tawny']),
      [`${c}/`]: html('cats', [owls, 'owls'], [owls, '<img src="/owl.png">']),
    },
    { seeds: [`${a}/`] },
  );
  await crawl.run(600_000);
}

/** What an export says of the links to the page about owls. */
async function inlinksIn(asked: Readonly<Record<string, unknown>>) {
  const root = parseXml(textOf(await exported(placeOf(crawl), { job: 'birds', ...asked })));
  const owls = elementsOf(root, 'documentRecord').find((one) =>
    elementsOf(one, 'url').some((url) => xmlTextOf(url) === `${a}/owls`),
  );
  const [inlinks] = elementsOf(owls as never, 'inlinks');
  return {
    links: elementsOf(inlinks ?? { name: '', attributes: {}, children: [] }, 'link').map((link) =>
      ['location', 'anchorText'].flatMap((name) => elementsOf(link, name).map(xmlTextOf)).join(' '),
    ),
    hosts: elementsOf(owls as never, 'inlinkHosts').map(xmlTextOf),
    root,
  };
}

describe.each(['combine', 'alvis'])('the links to a page in %s', (to) => {
  it('have their words and pages, those of other servers first, whose number is told', async () => {
    await begun();
    const { links, hosts } = await inlinksIn({ to });
    expect(links.slice(0, -1).toSorted()).toEqual([`${b}/ barn & tawny`, `${b}/ owls`, `${c}/ owls`]);
    expect(links.at(-1)).toBe(`${a}/ our owls`);
    expect(hosts).toEqual(['2']);
  });

  it('name the records that they stand in', async () => {
    await begun();
    const { root } = await inlinksIn({ to });
    const ids = new Map(
      elementsOf(root, 'documentRecord').flatMap(({ attributes, ...one }) =>
        elementsOf({ attributes, ...one }, 'url').map((url) => [xmlTextOf(url), attributes.id]),
      ),
    );
    const named = elementsOf(root, 'location').filter(({ attributes }) => 'documentId' in attributes);
    expect(named.length).toBe(7);
    for (const one of named) expect(one.attributes.documentId).toBe(ids.get(xmlTextOf(one)));
  });

  it('are one for each anchor text where that is asked for, and none where these are not wanted', async () => {
    await begun();
    const words = (links: readonly string[]) =>
      links.map((link) => link.slice(link.indexOf(' ') + 1)).toSorted();
    expect(words((await inlinksIn({ to, collapseinlinks: true })).links)).toEqual([
      ...['barn & tawny', 'our owls', 'owls'],
    ]);
    expect((await inlinksIn({ to, noinlinks: true })).root.children.length).toBeGreaterThan(0);
    expect(elementsOf((await inlinksIn({ to, noinlinks: true })).root, 'inlinks')).toEqual([]);
  });

  it('come from the whole collection, also into an export of a part of it, and into one that was cut off', async () => {
    await begun();
    const whole = await inlinksIn({ to });
    expect((await inlinksIn({ to, host: ['a.example'] })).links).toEqual(whole.links);
    const cut = await exported(placeOf(crawl), { job: 'birds', to }, { most: 4 });
    const mark = cut.marks.at(-1) as object;
    const rest = await exported(placeOf(crawl), { job: 'birds', to }, { resume: mark });
    const all = textOf(await exported(placeOf(crawl), { job: 'birds', to }));
    expect(textOf(rest)).toContain('<inlinks>');
    expect(all.endsWith(textOf(rest))).toBe(true);
  });
});

describe('links to pages', () => {
  const gathered = async (own: ConstructorParameters<typeof Inlinks>[1]) => {
    const inlinks = new Inlinks(memoryScratch(), own);
    const { signal } = new AbortController();
    const going = inlinks.gather({ ports: crawl.ports, of: await crawl.job() } as never, () => true, signal);
    for await (const _ of going);
    const to = (url: string) => inlinks.to({ urls: [url as CanonicalUrl] });
    return { inlinks, all: [`${a}/`, `${a}/owls`, `${b}/`, `${c}/`, 'http://d.example/'].map(to) };
  };

  it('are the same however little of them is in memory', async () => {
    await begun();
    const { all } = await gathered({});
    expect(all.map((links) => links.length)).toEqual([1, 4, 1, 1, 0]);
    expect((await gathered({ chunkChars: 1, pagesOfBlock: 1 })).all).toEqual(all);
    expect((await gathered({ chunkChars: 200, pagesOfBlock: 2 })).all).toEqual(all);
  });

  it('are left out beyond a bound, which is told', async () => {
    await begun();
    const { inlinks, all } = await gathered({ most: 3 });
    expect([all[1]?.length, [...inlinks.said()]]).toMatchObject([
      3,
      [{ said: { text: '1 link left out, to pages with more than 3' } }],
    ]);
  });
});
