import { answer, naming, page, type ReportedInput } from './reported-input.ts';

/** A robots.txt and a page. */
function robots(
  name: string,
  source: string,
  does: string,
  { text, outcome }: { readonly text: string | Uint8Array; readonly outcome: 'denied' | 'stored' },
): ReportedInput {
  return {
    ...{ name, source, does, by: outcome === 'denied' ? 'the owner said no' : 'RFC 9309 §2.2.1' },
    right: outcome === 'denied' ? { outcome } : { text: name },
    answers: () => ({ '/robots.txt': answer(text, { type: 'text/plain' }), '/': answer(page(name)) }),
  };
}

/** A list that robots.txt names; what it lists is asked for. */
function listing(
  name: string,
  source: string,
  does: string,
  { text, asked }: { readonly text: (origin: string) => string; readonly asked: readonly string[] },
): ReportedInput {
  return {
    ...{ name, source, does, by: 'readers that do not fail on it', right: { asked } },
    answers: (origin) => ({
      '/robots.txt': naming(`${origin}/list.xml`),
      '/': answer(page(name)),
      '/list.xml': answer(text(origin), { type: 'application/xml' }),
      ...Object.fromEntries(asked.map((path) => [path, answer(page(`${name} ${path}`))])),
    }),
  };
}

const feed = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`;

/** What owners say: robots.txt, sitemaps, feeds, headers. */
export const owners: readonly ReportedInput[] = [
  robots('marked-robots', 'scrapy/scrapy#6195', 'begins its robots.txt with a byte order mark', {
    text: '\ufeffUser-agent: *\nDisallow: /\n',
    outcome: 'denied',
  }),
  robots('indented-robots', 'bee4/robots.txt#6', 'indents its robots.txt, with a Sitemap within a group', {
    text: '    User-agent: *\n\n    # Site Map\n    Sitemap: http://example.com/s.xml\n\n    # Directories\n    Disallow: /\n',
    outcome: 'denied',
  }),
  robots('lf-robots', 'bopoda/robots-txt-parser#68', 'ends the lines of its robots.txt with LF', {
    text: 'User-agent: *\nDisallow: /\n',
    outcome: 'denied',
  }),
  robots('colons', 'samclarke/robots-parser#4', 'has colons at the beginning and at the end of lines', {
    text: ':\nUser-agent: *\n: x\nDisallow:\nDisallow: /\nAllow:\nx:\n',
    outcome: 'denied',
  }),
  robots('versioned-name', 't1gor/Robots.txt-Parser-Class#64', 'names a version of the crawler', {
    text: 'User-agent: Winnow/2.1\nDisallow: /\n',
    outcome: 'denied',
  }),
  robots('other-asterisk', 'saltybeagle/Spider#38', 'names another crawler with an asterisk', {
    text: 'User-agent: test*\nDisallow: /\n',
    outcome: 'stored',
  }),
  robots(
    'browser-name',
    'crawler-commons/crawler-commons#192',
    'names a browser and what it is compatible with',
    {
      text: 'User-agent: Mozilla/5.0 (compatible; Butterfly/1.0; +http://labs.example/) Gecko/2009032608 Firefox/3.0.8\nDisallow: /\n',
      outcome: 'stored',
    },
  ),
  robots('empty-rule', 'lightpanda-io/browser#2997', 'disallows nothing to one crawler and all to others', {
    text: 'User-agent: Winnow\nDisallow:\n\nUser-agent: *\nDisallow: /\n',
    outcome: 'stored',
  }),
  listing(
    'blank-first',
    'crawler-commons/crawler-commons#144',
    'has blank lines before its XML declaration',
    {
      text: (origin) =>
        `\n \n<?xml version="1.0" encoding="UTF-8"?>\n<urlset><url><loc>${origin}/a</loc></url></urlset>`,
      asked: ['/a'],
    },
  ),
  listing('html-entities', 'crawler-commons/crawler-commons#24', 'has entities of HTML in a sitemap', {
    text: (origin) =>
      `<urlset><url><loc>${origin}/Meu-1&Acirc;&ordm;-Tico</loc></url><url><loc>${origin}/b</loc></url></urlset>`,
    asked: [`/Meu-1${encodeURIComponent('Âº')}-Tico`, '/b'],
  }),
  listing('cdata', 'dondai44423/donsetch#156', 'has CDATA and escaped ampersands in a sitemap', {
    text: (origin) =>
      `<urlset><url><loc><![CDATA[${origin}/a?x=1&y=2]]></loc></url><url><loc>${origin}/b?x=1&amp;y=2</loc></url></urlset>`,
    asked: ['/a?x=1&y=2', '/b?x=1&y=2'],
  }),
  listing('ampersand', 'Automattic/msm-sitemap#78', 'has bare ampersands in a sitemap', {
    text: (origin) => `<urlset><url><loc>${origin}/?foo=1&bar=1</loc></url></urlset>`,
    asked: ['/?foo=1&bar=1'],
  }),
  listing('open-url', 'crawler-commons/crawler-commons#153', 'does not close the entries of a sitemap', {
    text: (origin) => `<urlset><url><loc>${origin}/a</loc>\n<url><loc>${origin}/b</loc>\n</urlset>`,
    asked: ['/a', '/b'],
  }),
  listing('spaced-loc', 'benbalter/sitemap-parser#24', 'has spaces around the URLs of a sitemap', {
    text: (origin) => `<urlset><url><loc> ${origin}/a \n</loc></url></urlset>`,
    asked: ['/a'],
  }),
  {
    ...listing('cut-sitemap', 'GateNLP/ultimate-sitemap-parser#12', 'has a sitemap that is cut off', {
      text: (origin) => `<urlset><url><loc>${origin}/a</loc></url><url><loc>${origin}/b-and-mo`,
      asked: ['/a'],
    }),
    right: { asked: ['/a'], never: ['/b-and-mo'] },
  },
  {
    ...listing(
      'index',
      'crawler-commons/crawler-commons#213',
      'has two locs in one entry of a sitemap index',
      {
        text: () => '',
        asked: [],
      },
    ),
    right: { asked: ['/s1.xml', '/s2.xml', '/a', '/b'] },
    answers: (origin) => ({
      '/robots.txt': naming(`${origin}/index.xml`),
      '/': answer(page('index')),
      '/index.xml': answer(
        `<sitemapindex><sitemap>\n<loc>${origin}/s1.xml</loc>\n<loc>${origin}/s2.xml</loc>\n</sitemap></sitemapindex>`,
        { type: 'text/xml' },
      ),
      '/s1.xml': answer(`<urlset><url><loc>${origin}/a</loc></url></urlset>`, { type: 'text/xml' }),
      '/s2.xml': answer(`<urlset><url><loc>${origin}/b</loc></url></urlset>`, { type: 'text/xml' }),
    }),
  },
  {
    ...listing(
      'no-loc',
      'crawler-commons/crawler-commons#29',
      'has no loc in the entries of a sitemap index',
      {
        text: (origin) => `<sitemapindex><sitemap>\n${origin}/s1.xml?a=2&lang=en\n</sitemap></sitemapindex>`,
        asked: ['/s1.xml?a=2&lang=en'],
      },
    ),
  },
  {
    ...listing('plain-gz', 'kobelobster/googlesitemapparser#9', 'calls a plain sitemap sitemap.xml.gz', {
      text: () => '',
      asked: ['/a'],
    }),
    answers: (origin) => ({
      '/robots.txt': naming(`${origin}/sitemap.xml.gz`),
      '/': answer(page('plain-gz')),
      '/sitemap.xml.gz': answer(`<urlset><url><loc>${origin}/a</loc></url></urlset>`, {
        type: 'application/x-gzip',
      }),
    }),
  },
  listing('guid', 'relikd/baRSS#1', 'has a feed of items with a guid and no link', {
    text: (origin) => feed(`<item><title>One</title><guid isPermaLink="true">${origin}/a</guid></item>`),
    asked: ['/a'],
  }),
  {
    ...listing(
      'legacy-feed',
      'Novik/ruTorrent#3170',
      'has a blank line before its XML declaration, which says windows-1251',
      {
        text: () => '',
        asked: [`/${encodeURIComponent('Топь')}`],
      },
    ),
    answers: (origin) => ({
      '/robots.txt': naming(`${origin}/rss.xml`),
      '/': answer(page('legacy-feed')),
      '/rss.xml': answer(
        Buffer.from(
          `\n<?xml version='1.0' encoding='windows-1251'?>${feed(`<item><link>${origin}/\xd2\xee\xef\xfc</link></item>`).slice(21)}`,
          'latin1',
        ),
        { type: 'application/rss+xml' },
      ),
      [`/${encodeURIComponent('Топь')}`]: answer(page('Топь')),
    }),
  },
  listing('utf16-feed', 'ForNeVeR/fornever.me#278', 'says UTF-16 in the XML declaration of a feed in UTF-8', {
    text: (origin) => feed(`<item><link>${origin}/é</link></item>`).replace('?>', ' encoding="utf-16"?>'),
    asked: ['/%C3%A9'],
  }),
  {
    ...listing('bad-byte', 'RssBandit/RssBandit#284', 'has a byte in its feed that is no UTF-8', {
      text: () => '',
      asked: ['/a', '/b'],
    }),
    answers: (origin) => ({
      '/robots.txt': naming(`${origin}/rss.xml`),
      '/': answer(page('bad-byte')),
      '/rss.xml': answer(
        Buffer.from(
          feed(
            `<item><title>Caf\xe9 \x0b</title><link>${origin}/a</link></item><item><link>${origin}/b</link></item>`,
          ),
          'latin1',
        ),
        { type: 'text/xml; charset=utf-8' },
      ),
      '/a': answer(page('a of bad-byte')),
      '/b': answer(page('b of bad-byte')),
    }),
  },
  listing('default-guid', 'yang991178/fluent-reader#587', 'has a feed whose guids do not say what they are', {
    text: (origin) => feed(`<item><title>One</title><guid>${origin}/a</guid></item>`),
    asked: ['/a'],
  }),
  {
    ...listing('no-permalink', 'RssBandit/RssBandit#1243', 'writes ispermalink in small letters, false', {
      text: (origin) =>
        feed(`<item><guid ispermalink="false">${origin}/3338:news</guid><link>${origin}/a</link></item>`),
      asked: ['/a'],
    }),
    right: { asked: ['/a'], never: ['/3338:news'] },
  },
  {
    ...robots('two-tags', 'spatie/robots-txt#69', 'says nofollow to all, noindex to another crawler', {
      text: '',
      outcome: 'stored',
    }),
    by: "Google's robots meta documentation",
    right: { text: 'two-tags', never: ['/a'] },
    answers: () => ({
      '/': answer(page('two-tags', '<a href=/a>a</a>'), {
        lines: ['X-Robots-Tag: nofollow', 'X-Robots-Tag: googlebot: noindex'],
      }),
    }),
  },
];
