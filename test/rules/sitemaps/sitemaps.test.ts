import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { locs, read } from './read.ts';

const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urlset = (inner: string, attributes = xmlns) => `<urlset ${attributes}>${inner}</urlset>`;

describe('a sitemap', () => {
  it('says of each page where it is, when it changed, how often it does and how much it counts', async () => {
    const { entries, format } = await read([
      urlset(
        '<url><loc>http://a.example/</loc><lastmod>2005-01-01</lastmod><changefreq>Monthly</changefreq><priority>0.8</priority></url>' +
          '<url><loc>\n  http://a.example/b?x=1&amp;y=2 \n</loc></url>',
      ),
    ]);
    expect(format).toBe('sitemap');
    expect(entries).toEqual([
      {
        kind: 'page',
        loc: 'http://a.example/',
        lastmod: { at: Date.UTC(2005, 0, 1), until: Date.UTC(2005, 0, 2) },
        changefreq: 'monthly',
        priority: 0.8,
      },
      { kind: 'page', loc: 'http://a.example/b?x=1&y=2' },
    ]);
  });

  it.each([
    ['another namespace', urlset('<url><loc>http://a/</loc></url>', 'xmlns="http://example.org/made-up"')],
    ['no namespace', urlset('<url><loc>http://a/</loc></url>', '')],
    ['a prefix', '<s:urlset xmlns:s="x"><s:url><s:loc>http://a/</s:loc></s:url></s:urlset>'],
    ['capitals', '<URLSET><URL><LOC>http://a/</LOC></URL></URLSET>'],
    ['CDATA', urlset('<url><loc><![CDATA[http://a/]]></loc></url>')],
    ['an element around the text', urlset('<url><loc><url>http://a/</url></loc></url>')],
    ['loc without url', urlset('<loc>http://a/</loc>')],
    ['no end of url', urlset('<url><loc>http://a/</loc>')],
    [
      'a comment, an instruction and a DOCTYPE before it',
      `<!-- <urlset> --><?x y?><!DOCTYPE urlset>${urlset('<url><loc>http://a/</loc></url>')}`,
    ],
    [
      'white space and a byte order mark before it',
      `\ufeff\n\n ${urlset('<url><loc>http://a/</loc></url>')}`,
    ],
    ['white space of Unicode around the URL', urlset('<url><loc>\u00a0\u200bhttp://a/\u2003</loc></url>')],
  ])('is read with %s', async (_, source) => {
    expect(await locs(source)).toEqual(['http://a/']);
  });

  it('has the characters that HTML has names for, which XML has not', async () => {
    const source = urlset(
      '<url><loc>http://a/1&Acirc;&ordm;?x=1&copy=2&amp;eacute;</loc></url><url><loc>http://a/&bogus;',
    );
    expect(await locs(source)).toEqual(['http://a/1Âº?x=1&copy=2&eacute;', 'http://a/&bogus;']);
  });

  it('keeps entries apart that were not closed', async () => {
    expect(
      await locs(
        urlset(
          '<url><loc>http://a/1</loc><url><loc>http://a/2</loc><lastmod>2020</lastmod><loc>http://a/3</loc>',
        ),
      ),
    ).toEqual(['http://a/1', 'http://a/2', 'http://a/3']);
  });

  it('gives the entries whose URLs are whole when it is cut off', async () => {
    const whole = urlset(
      '<url><loc>http://a/1</loc></url><url><loc>http://a/2</loc><lastmod>2020-01-01</lastmod></url>',
    );
    expect(await locs(whole.slice(0, whole.indexOf('/2') + 1))).toEqual(['http://a/1']);
    expect(await locs(whole.slice(0, whole.lastIndexOf('</loc>')))).toEqual(['http://a/1']);
    const { entries } = await read([whole.slice(0, whole.indexOf('2020') + 4)]);
    expect(entries).toEqual([
      { kind: 'page', loc: 'http://a/1' },
      { kind: 'page', loc: 'http://a/2' },
    ]);
  });

  it.each([
    ['no end of loc', '<url><loc>http://a/N<lastmod>2020-01-01</lastmod></url>'],
    ['a second start of loc for its end', '<url><loc>http://a/N<loc></url>'],
    ['no end of loc, nor of url', '<url><loc>http://a/N'],
    ['a misspelt end of loc', '<url><loc>http://a/N</lco><lastmod>2020-01-01</lastmod></url>'],
    ['no end of an image', '<url><loc>http://a/N</loc><image:image><image:loc>http://a/i.png'],
    ['an empty loc before the URL', '<url><loc/><loc>http://a/N</loc></url>'],
    ['the URL beside its loc', '<url><loc></loc>http://a/N<lastmod>2020</lastmod></url>'],
    ['no loc', '<url>\n http://a/N \n</url>'],
    ['loc below some other element', '<url><data><loc>http://a/N</loc></data></url>'],
    ['loc after the end of url', '<url><lastmod>2020</lastmod></url><loc>http://a/N</loc>'],
    ['another url within it', '<url><url><loc>http://a/N</loc></url></url>'],
  ])('gives every entry where each has %s', async (_, entry) => {
    const source = Array.from({ length: 300 }, (_, i) => entry.replace('N', String(i))).join('\n');
    expect(await locs(urlset(source))).toEqual(Array.from({ length: 300 }, (_, i) => `http://a/${i}`));
  });

  it('has no pages in the images of an extension, nor in words', async () => {
    const { entries } = await read([
      urlset(
        '<url><loc>http://a/</loc><image><loc>http://a/i.png</loc></image>' +
          '<news:news><news:title>Use of <loc>http://a/no</loc></news:title></news:news></url>' +
          '<url>See http://a/here</url>',
      ),
    ]);
    expect(entries).toMatchObject([{ loc: 'http://a/', images: ['http://a/i.png'] }]);
  });

  it('leaves out values that say nothing, and keeps the page', async () => {
    const { entries } = await read([
      urlset(
        '<url><loc>http://a/</loc><lastmod>yesterday</lastmod><changefreq>often</changefreq><priority>high</priority></url>' +
          '<url><lastmod>2020-01-01</lastmod></url><url><loc> </loc></url>',
      ),
    ]);
    expect(entries).toEqual([{ kind: 'page', loc: 'http://a/' }]);
  });

  it('records news, images, videos and other languages', async () => {
    const { entries } = await read([
      urlset(
        `<url><loc>http://a/</loc>
          <news:news><news:publication><news:name>The  Paper</news:name><news:language>en</news:language></news:publication>
            <news:publication_date>2020-01-01</news:publication_date><news:title>Apples &lt;red&gt;</news:title></news:news>
          <image:image><image:loc>http://a/1.png</image:loc></image:image><image:image><image:loc>http://a/2.png</image:loc></image:image>
          <video:video><video:title>Pressing</video:title><video:player_loc>http://a/v</video:player_loc></video:video>
          <xhtml:link rel="alternate" hreflang="de" href="http://a/de"/><xhtml:link rel="stylesheet" href="http://a/css"/>
        </url>`,
        'xmlns:news="n" xmlns:image="i" xmlns:video="v" xmlns:xhtml="x"',
      ),
    ]);
    expect(entries).toEqual([
      {
        kind: 'page',
        loc: 'http://a/',
        news: { publication: 'The Paper', language: 'en', published: '2020-01-01', title: 'Apples <red>' },
        images: ['http://a/1.png', 'http://a/2.png'],
        videos: [{ title: 'Pressing', url: 'http://a/v' }],
        alternates: [{ href: 'http://a/de', hreflang: 'de' }],
      },
    ]);
  });

  it('never takes the URL of an image for that of a page', async () => {
    expect(
      await locs(urlset('<url><image:loc>http://a/1.png</image:loc><loc>http://a/</loc></url>')),
    ).toEqual(['http://a/']);
  });

  it('has no entity expanded that it declares', async () => {
    const source = `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "yyyy">]>${urlset(
      '<url><loc>http://a/?&x;&y;</loc></url>',
    )}`;
    expect(await locs(source)).toEqual(['http://a/?&x;&y;']);
  });

  it('is decoded as it says', async () => {
    const declared = Buffer.from(
      `<?xml version="1.0" encoding="iso-8859-1"?>${urlset('<url><loc>http://a/caf\u00e9</loc></url>')}`,
      'latin1',
    );
    expect(await locs(declared)).toEqual(['http://a/caf\u00e9']);
  });

  it.each(['', '\ufeff'])('is decoded in UTF-16 of either byte order, whatever it says: %j', async (mark) => {
    const sources = [
      urlset('<url><loc>http://a/\u00e9</loc></url>'),
      `<?xml version="1.0" encoding="utf-8"?>${urlset('<url><loc>http://a/\u00e9</loc></url>')}`,
      '<rss><channel><item><link>http://a/\u00e9</link></item></channel></rss>',
      'http://a/\u00e9\n',
      '{"version":"https://jsonfeed.org/version/1","items":[{"url":"http://a/\u00e9"}]}',
    ];
    for (const source of sources) {
      const little = Buffer.from(mark + source, 'utf16le');
      for (const bytes of [little, Buffer.from(little).swap16()]) {
        for (const charset of ['utf-8', undefined]) {
          const { entries } = await read([bytes], charset === undefined ? {} : { charset });
          expect(entries.map(({ loc }) => loc)).toEqual(['http://a/\u00e9']);
        }
      }
    }
  });

  it('gives its last URL when only the end tag of it is cut off', async () => {
    const first = '<urlset><url><loc>http://a/1</loc></url><url><loc>http://a/2';
    for (const cut of ['</', '</loc', '</loc>', '</loc></ur'])
      expect(await locs(first + cut)).toEqual(['http://a/1', 'http://a/2']);
    for (const cut of ['', '/more', '<']) expect(await locs(first + cut)).toEqual(['http://a/1']);
  });

  it('says that it is cut off when its body, or the gzip file that it is, ended early', async () => {
    const source = 'http://a/1\nhttp://a/2';
    const early = await read([source], { endedEarly: () => true });
    expect(early.listing).toMatchObject({ isCut: true });
    expect(early.entries).toHaveLength(1);
    const gzip = gzipSync('http://a/1\n'.repeat(99) + source);
    const cut = await read([gzip.subarray(0, -12)]);
    expect(cut.listing).toMatchObject({ isCut: true });
    const whole = await read([Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(3)])]);
    expect(whole.listing).toMatchObject({ isCut: false, entries: 101 });
  });
});

describe('a sitemap index', () => {
  it('names sitemaps', async () => {
    const { entries, format } = await read([
      `<sitemapindex ${xmlns}><sitemap><loc>http://a/1.xml.gz</loc><lastmod>2004-10-01T18:23:17+02:00</lastmod></sitemap></sitemapindex>`,
    ]);
    expect(format).toBe('sitemap-index');
    const at = Date.UTC(2004, 9, 1, 16, 23, 17);
    expect(entries).toEqual([{ kind: 'sitemap', loc: 'http://a/1.xml.gz', lastmod: { at, until: at } }]);
  });

  it.each([
    ['an empty loc', '<sitemap><loc/></sitemap>', []],
    ['a sitemap without loc', '<sitemap><lastmod>2020</lastmod></sitemap>', []],
    ['a loc without its end', '<sitemap><loc>http://a/0</sitemap>', ['http://a/0']],
    ['a loc that a second start ends', '<sitemap><loc>http://a/0<loc></sitemap>', ['http://a/0']],
    ['a loc outside of a sitemap', '<loc>http://a/0</loc>', ['http://a/0']],
    ['a URL that stands in no loc', '<sitemap>http://a/0</sitemap>', ['http://a/0']],
    ['a url', '<url><loc>http://a/0</loc></url>', ['http://a/0']],
    ['a url for a loc', '<sitemap><url>http://a/0</url></sitemap>', ['http://a/0']],
    ['a url around a loc', '<sitemap><url><loc>http://a/0</loc></url></sitemap>', ['http://a/0']],
  ])('names the sitemaps before and after %s, all of them as sitemaps', async (_, broken, found) => {
    const { entries } = await read([
      `<sitemapindex ${xmlns}><sitemap><loc>http://a/1</loc></sitemap>${broken}<sitemap><loc>http://a/2</loc></sitemap></sitemapindex>`,
    ]);
    expect(entries).toMatchObject(
      ['http://a/1', ...found, 'http://a/2'].map((loc) => ({ kind: 'sitemap', loc })),
    );
  });
});

describe('a text sitemap', () => {
  it('has a URL on each line, whatever ends the lines, and anything else is passed over', async () => {
    const { entries, format } = await read([
      '\ufeff\nhttp://a/1\r\n  https://a/2  \rHello there\nftp://a/3\n\nHTTP://a/4',
    ]);
    expect(format).toBe('text');
    expect(entries.map(({ loc }) => loc)).toEqual(['http://a/1', 'https://a/2', 'HTTP://a/4']);
  });

  it('is one only where something says so', async () => {
    expect((await read(['http://a/1\n'], { mayBeText: false })).listing.kind).toBe('other');
  });

  it('has a URL in it', async () => {
    expect((await read(['There is no sitemap here.'])).listing.kind).toBe('other');
  });
});

describe('a gzip file', () => {
  const source = urlset('<url><loc>http://a/1</loc></url><url><loc>http://a/2</loc></url>');

  it('is read for what is in it', async () => {
    expect(await locs(gzipSync(source))).toEqual(['http://a/1', 'http://a/2']);
    expect(await locs(gzipSync('http://a/1'))).toEqual(['http://a/1']);
  });

  it('that is cut off or damaged gives what can be read', async () => {
    const text = Array.from({ length: 5_000 }, (_, i) => `http://a/${(i * 7_919) % 10_007}\n`).join('');
    const gzip = gzipSync(text);
    const cut = await locs(gzip.subarray(0, gzip.length / 2));
    expect(cut.length).toBeGreaterThan(1_000);
    expect(text.startsWith(`${cut.slice(0, -1).join('\n')}\n`)).toBe(true);
    const damaged = Buffer.from(gzip).fill(0xff, gzip.length / 2);
    expect((await locs(damaged)).length).toBeGreaterThan(100);
  });
});

describe('what is no list', () => {
  it.each([
    ['an HTML page', '<!DOCTYPE html><html><body>http://a/</body></html>'],
    ['some other XML', '<?xml version="1.0"?><svg><loc>http://a/</loc></svg>'],
    ['RDF that is no feed', '<rdf:RDF xmlns:rdf="r"><item><link>http://a/</link></item></rdf:RDF>'],
    ['JSON', '{"items": [{"url": "http://a/"}]}'],
    ['nothing', ''],
    ['bytes', Buffer.from([0, 1, 2, 3])],
  ])('is told by how it begins: %s', async (_, source) => {
    expect((await read([source])).listing).toEqual({ kind: 'other' });
  });
});

describe('reading', () => {
  const many = (count: number) =>
    urlset(Array.from({ length: count }, (_, i) => `<url><loc>http://a/${i}</loc></url>`).join(''));

  it('ends at the last entry that is allowed, and says that there was more', async () => {
    const { listing, entries } = await read([many(100)], { maxEntries: 60 });
    expect(listing).toMatchObject({ entries: 60, isCut: true });
    expect(entries).toHaveLength(60);
    expect((await read([many(60)], { maxEntries: 60 })).listing).toMatchObject({ entries: 60, isCut: false });
  });

  it('ends at the last byte that is allowed', async () => {
    const source = many(100);
    const { listing, entries } = await read([source], { maxBytes: source.length / 2 });
    expect(listing).toMatchObject({ isCut: true, bytes: source.length / 2 });
    expect(entries.length).toBeLessThan(60);
  });

  it.each([
    ['a comment without an end', `<!-- ${'-'.repeat(3_000_000)}`],
    ['a tag without an end', `<url ${'a="b" '.repeat(500_000)}`],
    ['text without a tag', 'x'.repeat(3_000_000)],
    ['elements in elements', '<urls>'.repeat(500_000)],
  ])('ends at %s, and keeps what came before', async (_, evil) => {
    const pieces = [
      `<urlset><url><loc>http://a/1</loc></url>${evil}<url><loc>http://a/2</loc></url></urlset>`,
    ];
    const { entries, listing } = await read(pieces);
    expect(entries.map(({ loc }) => loc)).toEqual(['http://a/1']);
    expect(listing).toMatchObject({ isCut: true });
  });

  it('leaves out a field that is too long for what it is', async () => {
    const long = `http://a/${'x'.repeat(9_000)}`;
    expect(await locs(urlset(`<url><loc>${long}</loc></url><url><loc>http://a/</loc></url>`))).toEqual([
      'http://a/',
    ]);
  });
});
