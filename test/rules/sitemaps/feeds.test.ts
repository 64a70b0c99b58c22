import { describe, expect, it } from 'vitest';
import { locs, read } from './read.ts';

const at = (...date: [number, number, number, number?, number?]) => Date.UTC(...date);

describe('RSS', () => {
  it('2.0 lists its items, with their dates and titles', async () => {
    const { entries, format, listing } = await read([
      `<rss version="2.0" xmlns:atom="a" xmlns:media="m"><channel><title>News</title><link>http://a/</link>
        <atom:link href="http://a/feed" rel="self"/><pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate>
        <item><title>One &amp; all</title><link>http://a/1</link><media:title>No</media:title>
          <pubDate>Mon, 09 Jun 2003 23:00:00 EST</pubDate><source><link>http://b/</link></source></item>
        <item><link><![CDATA[ http://a/2 ]]></link><dc:date>2003-06-08</dc:date></item></channel></rss>`,
    ]);
    expect(format).toBe('rss');
    expect(listing).toMatchObject({ lastmod: { at: at(2003, 5, 10, 4) } });
    expect(entries).toMatchObject([
      { loc: 'http://a/1', title: 'One & all', lastmod: { at: at(2003, 5, 10, 4) } },
      { loc: 'http://a/2', lastmod: { at: at(2003, 5, 8), until: at(2003, 5, 9) } },
    ]);
  });

  it('2.0 has a permalink where there is no link', async () => {
    expect(
      await locs(
        '<rss><channel><item><guid>http://a/1</guid></item><item><guid>http://a/3</guid><link>http://a/three</link></item></channel></rss>',
      ),
    ).toEqual(['http://a/1', 'http://a/three']);
  });

  it('has the URL that is the id of an item where nothing else is one, whatever it says of the id', async () => {
    const items = [
      '<item><guid isPermaLink="false">http://a/1</guid></item>',
      '<item><guid isPermaLink="false">http://a/2</guid><link>http://a/two</link></item>',
      '<item><guid isPermaLink="false">17</guid></item>',
    ];
    expect(await locs(`<rss><channel>${items.join('')}</channel></rss>`)).toEqual([
      'http://a/1',
      'http://a/two',
    ]);
    const entries = [
      '<entry><id>http://a/1</id></entry>',
      '<entry><id>http://a/2</id><link href="http://a/two"/></entry>',
      '<entry><id>tag:a,2020:1</id></entry>',
    ];
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><id>http://a/</id>${entries.join('')}</feed>`;
    expect(await locs(atom)).toEqual(['http://a/1', 'http://a/two']);
    const json = [{ id: 'http://a/1' }, { id: 'http://a/2', url: 'http://a/two' }, { id: '17' }, { id: 3 }];
    expect(await locs(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: json }))).toEqual([
      'http://a/1',
      'http://a/two',
    ]);
  });

  it('2.0 has no permalink in an id that is no URL, whatever it says', async () => {
    expect(
      await locs(
        '<rss><channel><item><guid>17</guid></item><item><guid isPermaLink="true">tag:a,2020:1</guid></item>' +
          '<item><link/><guid isPermaLink="true">\n http://a/1 </guid></item></channel></rss>',
      ),
    ).toEqual(['http://a/1']);
  });

  it.each([
    ['items', '<item><link>http://a/N</link><title>One'],
    ['links', '<item><link>http://a/N<pubDate>Mon, 09 Jun 2003 23:00:00 EST</pubDate></item>'],
    ['ids', '<item><title>One</title><guid>http://a/N</item>'],
  ])('gives every item where the ends of all %s are missing', async (_, item) => {
    const source = Array.from({ length: 300 }, (_, i) => item.replace('N', String(i))).join('\n');
    expect(await locs(`<rss><channel>${source}</channel></rss>`)).toHaveLength(300);
  });

  it('0.91 and 1.0 (RDF) are read, too', async () => {
    expect(
      await locs('<rss version="0.91"><channel><item><link>http://a/1</link></item></channel></rss>'),
    ).toEqual(['http://a/1']);
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="http://a/"><link>http://a/</link><items><rdf:Seq><rdf:li resource="http://a/1"/></rdf:Seq></items></channel>
      <item rdf:about="http://a/1"><title>One</title><link>http://a/1</link><dc:date>2020-02-03T04:05Z</dc:date></item>
      <item rdf:about="http://a/2"/></rdf:RDF>`;
    const { entries, format } = await read([rdf]);
    expect(format).toBe('rss');
    expect(entries).toMatchObject([
      { loc: 'http://a/1', title: 'One', lastmod: { at: at(2020, 1, 3, 4, 5) } },
      { loc: 'http://a/2' },
    ]);
  });
});

describe('Atom', () => {
  it('lists its entries by the link to the page itself', async () => {
    const { entries, format } = await read([
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><link href="/"/><updated>2020-01-02T00:00:00Z</updated>
        <entry><title>One</title><link rel="edit" href="/edit"/><link rel="alternate" href="1"/><link href="other"/>
          <published>2019-01-01T00:00:00Z</published><updated>2020-01-01T00:00:00+01:00</updated>
          <source><title>Elsewhere</title><updated>1999-01-01T00:00:00Z</updated></source></entry></feed>`,
    ]);
    expect(format).toBe('atom');
    expect(entries).toEqual([
      {
        kind: 'page',
        loc: '1',
        base: '/blog/',
        title: 'One',
        lastmod: { at: at(2019, 11, 31, 23), until: at(2019, 11, 31, 23) },
      },
    ]);
  });
});

describe('JSON Feed', () => {
  const feed = (items: unknown) =>
    JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'x', items });

  it('lists its items', async () => {
    const { entries, format } = await read([
      feed([
        { id: '1', url: 'http://a/1', title: 'One', date_published: '2020-01-01T00:00:00Z' },
        { id: '2', content_text: 'without a page' },
        null,
        'x',
      ]),
    ]);
    expect(format).toBe('json-feed');
    expect(entries).toMatchObject([{ loc: 'http://a/1', title: 'One', lastmod: { at: at(2020, 0, 1) } }]);
  });

  it('that is cut off lists nothing', async () => {
    expect((await read([feed([{ url: 'http://a/1' }]).slice(0, -5)])).listing).toEqual({ kind: 'other' });
  });
});
