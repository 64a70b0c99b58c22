import { textAsHtml } from '../../../lib/adapters/converting/run-program.ts';
import { codingsOf } from '../../../lib/adapters/web/content-coding.ts';
import { parseHosts } from '../../../lib/adapters/web/hosts-file.ts';
import { surt } from '../../../lib/archive/warc/cdxj.ts';
import { scanBundle } from '../../../lib/archive/warc/scan-bundle.ts';
import { decodeRecord } from '../../../lib/archive/warc/warc-record.ts';
import { parseContentType } from '../../../lib/base/charset/media-type.ts';
import { cookieJar } from '../../../lib/base/fetch/cookie-jar.ts';
import { isBeginning, outcomeOfStatus } from '../../../lib/base/fetch/status-outcome.ts';
import { validatorsOf } from '../../../lib/base/fetch/validators.ts';
import { writtenRequisites } from '../../../lib/base/html/requisites.ts';
import { minHashesOf } from '../../../lib/base/likeness/min-hashes.ts';
import { textSketch } from '../../../lib/base/likeness/text-sketch.ts';
import { readDate } from '../../../lib/base/page/read-date.ts';
import { compileIdentity, explainParse } from '../../../lib/base/url/identity.ts';
import { mended, parse } from '../../../lib/base/url/parse.ts';
import { readSurtPrefix } from '../../../lib/base/url/surt-prefix.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { urlPattern, withoutIds } from '../../../lib/base/url/url-pattern.ts';
import { defaultUrlSettings } from '../../../lib/base/url/url-settings.ts';
import { hasSecondStatement, valueNames } from '../../../lib/capabilities/sql/statement.ts';
import { parseConfig } from '../../../lib/config/combine-format/config-tree.ts';
import { urlTags } from '../../../lib/documents/analysis/genre.ts';
import { textStatistics } from '../../../lib/documents/analysis/statistics.ts';
import { summaryOf } from '../../../lib/documents/analysis/summary.ts';
import { readRefresh } from '../../../lib/documents/html/meta-refresh.ts';
import { parseNumber } from '../../../lib/documents/html/parse-number.ts';
import { linksInHeader } from '../../../lib/documents/parsing/link-header.ts';
import { retryAfterMs } from '../../../lib/domain/politeness/retry-after.ts';
import { ownerAsks } from '../../../lib/rules/rights/owner-asks.ts';
import { compareParsers } from '../../../lib/rules/robots/compare-parsers.ts';
import { entryOf } from '../../../lib/rules/robots/entry.ts';
import { parseRobots } from '../../../lib/rules/robots/parse-robots.ts';
import { robotsForJob } from '../../../lib/rules/robots/robots-for-job.ts';
import { siteFiles } from '../../../lib/rules/robots/site-files.ts';
import { readListing } from '../../../lib/rules/sitemaps/read-listing.ts';
import { bestClassIn, scoreIn } from '../../../lib/topic/judging/describe-verdict.ts';
import { parsePriors } from '../../../lib/topic/taxonomy/priors-file.ts';
import { readClassFile } from '../../../lib/topic/terms/class-file.ts';
import { readTopicFile } from '../../../lib/topic/terms/topic-file.ts';
import { testSettings } from '../settings.ts';
import type { Reader } from './growth.ts';

const settings = testSettings('growth');
const authority = 'https://hostile.example';
const url = `${authority}/a/b?c=d` as CanonicalUrl;
const now = Date.UTC(2026, 0, 1);
const flags = Object.entries(defaultUrlSettings).filter(([, value]) => typeof value === 'boolean');
/** Every step of the identity of a URL. */
const urlSettings = { ...defaultUrlSettings, ...Object.fromEntries(flags.map(([name]) => [name, true])) };
const identity = compileIdentity(urlSettings);
const answer = (headers: Readonly<Record<string, string>>, status = 200) => ({
  ...({ kind: 'response', status, headers, truncated: false, wireBytes: 0, elapsedMs: 1 } as const),
  body: new Uint8Array(0),
});

function readRobots(text: string): void {
  const robots = robotsForJob(parseRobots(authority, text), settings);
  for (const path of ['/', '/a/b?c=d', `/${'a'.repeat(200)}`]) {
    robots.verdict((authority + path) as CanonicalUrl, 'winnow');
    robots.usage((authority + path) as CanonicalUrl, 'winnow');
  }
  robots.asksForDelay('winnow');
}

async function readList(text: string, mayBeText = true): Promise<void> {
  const options = { mayBeText, maxBytes: 50_000_000, maxEntries: 50_000, onEntry: () => undefined };
  await readListing([Buffer.from(text)], options);
}

function readUrl(text: string): void {
  for (const raw of [text, `http://a.example/${text}`, `http://a.example/?${text}`, `http://${text}/`]) {
    const canonical = identity.canonicalise(raw, url);
    const written = mended(raw, urlSettings);
    explainParse(raw, written, parse(raw, url, urlSettings));
    if (!canonical.ok) continue;
    for (const read of [urlPattern, withoutIds, surt, urlTags]) read(canonical.url);
  }
  readSurtPrefix(text);
}

function readHeaders(text: string): void {
  parseContentType(text);
  codingsOf(text);
  linksInHeader(text);
  readRefresh(text);
  retryAfterMs(text, now);
  validatorsOf({ etag: text, 'last-modified': text });
  isBeginning({ status: 206, headers: { 'content-range': text } });
  entryOf(answer({ 'cache-control': text }), undefined, settings, now);
  const asking = { url, spelling: url, identity, hops: 0, maxHops: 5 };
  outcomeOfStatus(answer({ location: text }, 301), asking);
  const said = { contentSignal: text, contentUsage: text, tdmReservation: text, robotsTag: text };
  const response = { ...said, fetchedAt: now } as unknown as Parameters<typeof ownerAsks>[1];
  ownerAsks({}, response, { noindex: false, nofollow: false }, 'winnow');
}

function readCookies(text: string): void {
  const jar = cookieJar();
  jar.store(url, text, now);
  jar.header(url, now);
}

function readText(text: string): void {
  textStatistics(text);
  summaryOf(text, 'a title', 500);
  minHashesOf(text);
  textSketch(url, { title: text, text, links: [] });
  textAsHtml(text);
  readDate(text);
  parseNumber(text);
}

function readOwnFiles(text: string): void {
  readTopicFile(text, new Set());
  readClassFile(text);
  parsePriors(text, []);
  parseConfig(text);
  valueNames(text);
  hasSecondStatement(text, '');
  bestClassIn(text);
  scoreIn(text);
}

function ofArchive(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'corrupt')) throw error;
  }
}

export const otherReaders: readonly Reader[] = [
  {
    name: 'robots.txt',
    heads: [
      '',
      'User-agent: *\nDisallow: /a',
      'User-agent: ',
      'Content-Signal: ',
      'Content-Usage: ',
      'Crawl-delay: ',
      'Request-rate: ',
      'Sitemap: ',
      'Disallow ',
    ],
    marks: [
      'User-agent: *\n',
      'User-agent: winnow\n',
      'Disallow: /a\n',
      'Allow: /*a$\n',
      'Disallow: /*\n',
      '*',
      '%',
      '%e',
      '%2F',
      'ai-train=n,',
      'Crawl-delay: 1\n',
      'Sitemap: http://a/\n',
      'a: ',
      '#',
      '/a*',
    ],
    read: readRobots,
  },
  {
    name: 'a second opinion on robots.txt',
    heads: ['', 'User-agent: *\nDisallow: /a'],
    marks: ['User-agent: *\n', 'Disallow: /a\n', '*', 'a:', '#'],
    read: (text) => compareParsers(text, url, 'winnow'),
  },
  {
    name: 'files about rights',
    heads: ['', '[{"location":"/', 'User-Agent: *\nDisallow: /'],
    marks: ['[', '{"location":"/a*","tdm-reservation":1},', '*', '/*a', 'Disallow: /a\n', '%'],
    read(text) {
      for (const file of siteFiles) file.read(text, authority)(url, 'winnow');
    },
  },
  {
    name: 'sitemaps and feeds',
    heads: [
      '',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a/',
      '<urlset><url><loc>http://a/</loc><lastmod>',
      '<urlset><url><loc>http://a/</loc><priority>',
      '<rss><channel><item><title>',
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="',
      '{"version":"https://jsonfeed.org/version/1","items":[{"url":"',
      'http://a/\n',
    ],
    marks: [
      '<url>',
      '<loc>',
      '<url><loc>http://a/</loc></url>',
      '<item>',
      '<title>',
      '<![CDATA[',
      '&amp;',
      '&',
      '<!--',
      'http://a/\n',
      '<image:image>',
      '<xhtml:link href="a"/>',
      '{"url":"http://a/"},',
      '1',
      '<a>',
      '</a>',
    ],
    read: readList,
  },
  {
    name: 'headers',
    heads: [
      '',
      'text/html;',
      'text/html; charset="',
      '<a>; rel="',
      '<a>',
      '0;url',
      'bytes 1',
      'max-age',
      'noindex:',
      'W/"',
      'Mon, ',
      'http://a/',
      '1',
    ],
    marks: [
      '<a>; rel=next, ',
      '<a>;',
      '; a=',
      ';',
      ', ',
      '"',
      '\\"',
      '\\',
      'a/b,',
      'a/b;charset=x,',
      'gzip,',
      'noindex,',
      'unavailable_after: ',
      'a:',
      'ai-train=n,',
      'max-age',
      'max-age ',
      '1',
      '=',
      '2020-01-01 ',
    ],
    read: readHeaders,
  },
  {
    name: 'cookies',
    heads: ['', 'a=', 'a=b; path=', 'a=b; domain=', 'a=b; max-age=', 'a=b; expires='],
    marks: ['a=b\n', '; a=b', ';', '=', ' =', 'a=b; path=/a\n', '1', 'Mon, '],
    read: readCookies,
  },
  {
    name: 'URLs',
    heads: ['', 'http:', 'http://a.example/', 'a@', '(com,', 'http://a.example/a;'],
    marks: [
      '/',
      '//',
      '../',
      './',
      '\\',
      '%',
      '%2',
      '%2e',
      '?',
      '&',
      '&a=b',
      '=',
      ';',
      ';a=b',
      '@',
      ':',
      '.',
      'a.',
      '-',
      'a-',
      'PHPSESSID=a&',
      '1',
      'a1',
      '2020/',
      '#',
      '(',
      ')',
    ],
    read: readUrl,
  },
  {
    name: 'a hosts file',
    heads: ['', '127.0.0.1 '],
    marks: ['127.0.0.1 a\n', 'a ', '#', '::1 '],
    read: parseHosts,
  },
  {
    name: 'texts',
    heads: ['', 'http://', 'by '],
    marks: [
      'a. ',
      'A. B',
      'owl ',
      '1 ',
      '1,',
      "'a",
      'a-',
      'http://',
      '.)',
      '\r\n \r\n',
      '2020-01-01 ',
      'Mon, 1 Jan ',
    ],
    read: readText,
  },
  {
    name: 'files of an operator',
    heads: ['', '10: ', '10: a=', 'A < ', 'a = ', 'a <<', '<a>', "'", '[', '/*', 'best ', 'score 1; best a'],
    marks: [
      '10: a=B\n',
      'A < B\n',
      'a = b\n',
      '<a>\n',
      '</a>\n',
      ' @and ',
      ', ',
      ' < ',
      ' = ',
      '/*',
      '*/',
      '--',
      '\\\n',
      '\\#',
      '[',
      "'",
      ':a',
      '; best ',
      ' [',
      ' (',
    ],
    read: readOwnFiles,
  },
  {
    name: 'what pages and styles show',
    heads: ['', '<img ', '<img srcset="', '<link rel=icon href="', '<video poster=', 'url(', '@import "'],
    marks: [
      '<img',
      '<img src=',
      ' srcset=',
      '="',
      "='",
      ' 2x, ',
      'url(',
      "url( '",
      ')',
      '@import ',
      '"',
      '&amp;',
      '>',
    ],
    read(text) {
      for (const type of ['text/html', 'text/css']) writtenRequisites(Buffer.from(text), type);
    },
  },
  {
    name: 'archives',
    heads: [
      'WARC/1.1\r\n',
      'WARC/1.1\r\nContent-Length: ',
      '\x1f\x8b\x08\0\0\0\0\0\0\0',
      '\x1f\x8b\x08\x08\0\0\0\0\0\0',
      '',
    ],
    marks: [
      'a: b\r\n',
      '\r\n',
      '\r\n\r\n',
      '\x1f\x8b\x08',
      '\x1f\x8b\x08\x08',
      '\x28\xb5\x2f\xfd',
      '\x28\xb5\x2f\xfd\0\0',
      '\x50\x2a\x4d\x18',
    ],
    read(text) {
      const bytes = Buffer.from(text, 'latin1');
      ofArchive(() => decodeRecord(bytes));
      ofArchive(() => scanBundle((start, length) => bytes.subarray(start, start + length), bytes.length));
    },
  },
];
