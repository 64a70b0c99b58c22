import { gzipSync as gzipped } from 'node:zlib';
import { answer, closing, moved, naming, page, type ReportedInput, raw } from './reported-input.ts';

const browsers = 'browsers and curl read it';
const chunked = (size: string, body: string, rest = '') =>
  `${size}\r\n${body}\r\n0\r\n${rest}\r\n`.replace('SIZE', Buffer.byteLength(body).toString(16));

/** Pages behind a head that stands alone. */
function headed(name: string, source: string, does: string, lines: readonly string[]): ReportedInput {
  const answers = () => ({ '/': answer(page(name), { lines }) });
  return { name, source, does, by: browsers, right: { text: name }, answers };
}

/** Heads that are not quite HTTP/1.1. */
export const heads: readonly ReportedInput[] = [
  headed('broken-policy', 'scrapy/scrapy#1069', 'breaks a header into lines without a colon', [
    "Content-Security-Policy-Report-Only: default-src 'self';",
    "frame-src 'self' www.example.com;",
    "img-src 'self' *.example.com;",
  ]),
  headed('quoted-name', 'scrapy/scrapy#7292', 'has a header name in typographic quotes', [
    '\xe2\x80\x98Access-Control-Allow-Origin\xe2\x80\x99: *',
  ]),
  headed('high-byte', 'nodejs/node#27711', 'has a byte 0xff in a header', ['XX: \xff']),
  headed('control', 'stevenvachon/broken-link-checker#159', 'has a byte 0x01 in a header', [
    'X-Trace: a\x01b',
  ]),
  {
    ...headed('folded', 'seanmonstar/httparse#68', 'folds its Content-Type, charset in the second line', []),
    by: 'RFC 9112 §5.2',
    right: { text: 'болото' },
    answers: () => ({
      '/': answer(Buffer.from('<p>\xe1\xee\xeb\xee\xf2\xee', 'latin1'), {
        type: 'text/html;\r\n\tcharset=windows-1251',
      }),
    }),
  },
  {
    ...headed('bare-lf', 'twisted/twisted#5262', 'ends the lines of its head with LF', []),
    answers: () => ({
      '/': closing(Buffer.from(`HTTP/1.1 200 OK\nContent-Type: text/html\n\n${page('bare-lf')}`)),
    }),
  },
  {
    ...headed('no-reason', 'vlang/v#28182', 'has no reason phrase, and no space before it', []),
    answers: () => ({ '/': answer(page('no-reason'), { status: 'HTTP/1.1 200' }) }),
  },
  {
    ...headed(
      'charset-coding',
      'yhirose/cpp-httplib#2518',
      'says Content-Encoding: UTF-8 of its robots.txt',
      [],
    ),
    right: { outcome: 'denied' },
    by: 'Fetch standard: the bytes as they are',
    answers: () => ({
      '/robots.txt': answer('User-agent: *\nDisallow: /\n', { lines: ['Content-Encoding: UTF-8'] }),
      '/': answer(page('charset-coding')),
    }),
  },
  {
    ...headed('chunked-twice', 'curl/curl#13451', 'names chunked in two headers', []),
    answers: () => ({
      '/': raw(chunked('SIZE', page('chunked-twice')), {
        lines: ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
      }),
    }),
  },
  {
    ...headed('both-lengths', 'curl/curl#7655', 'has a Content-Length beside its chunks', []),
    by: 'RFC 9112 §6.3',
    answers: () => ({
      '/': raw(chunked('SIZE', page('both-lengths')), {
        lines: ['Content-Length: 32', 'Transfer-Encoding: chunked'],
      }),
    }),
  },
  {
    ...headed('spaced-chunk', 'dart-lang/http#669', 'writes spaces behind the size of a chunk', []),
    answers: () => ({
      '/': raw(chunked('SIZE  ', page('spaced-chunk')), { lines: ['Transfer-Encoding: chunked'] }),
    }),
  },
  {
    ...headed('trailer', 'xroche/httrack#855', 'sends a trailer behind its last chunk', []),
    by: 'RFC 9112 §7.1.2',
    answers: () => ({
      '/': raw(chunked('SIZE', page('trailer'), 'X-Foo: bar\r\n'), { lines: ['Transfer-Encoding: chunked'] }),
    }),
  },
  {
    ...headed('no-head', 'curl/curl#2873', 'answers with a body alone (HTTP/0.9)', []),
    by: 'curl and Chrome refuse it',
    right: { outcome: 'failed' },
    answers: () => ({ '/': closing(Buffer.from(page('no-head'))) }),
  },
  {
    ...headed(
      'two-semicolons',
      'bda-research/node-crawler#193',
      'has two semicolons in its Content-Type',
      [],
    ),
    answers: () => ({ '/': answer(page('two-semicolons'), { type: 'text/html;;charset=UTF-8' }) }),
  },
  {
    ...headed('no-type', 'postmodern/spidr#32', 'has no Content-Type', []),
    answers: () => ({ '/': answer(page('no-type'), { type: '' }) }),
  },
  {
    ...headed('unasked-304', 'elastic/crawler#221', 'answers 304 to a request without a condition', []),
    by: 'RFC 9110 §15.4.5: there is nothing to be shown',
    right: { outcome: 'failed' },
    answers: () => ({ '/': closing(raw('', { status: 'HTTP/1.1 304 Not Modified' })) }),
  },
  headed('nameless-cookie', 'simplecrawler/simplecrawler#184', 'sets a cookie without a name', [
    'Set-Cookie: =; path=/',
    'Set-Cookie: ; HttpOnly',
  ]),
  cookie('numeric-date', 'curl/curl#697', '01-01-2099'),
  cookie('foreign-date', 'dart-lang/sdk#61437', '2099-09-01 \xec\x98\xa4\xed\x9b\x84 7:53:09 GMT'),
  {
    ...headed('typed-sitemap', 'mdn/yari#8497', 'calls a sitemap that is a gzip file application/xml', []),
    by: 'the file says what it is',
    right: { asked: ['/listed'] },
    answers: (origin) => ({
      '/robots.txt': naming(`${origin}/sitemaps/sitemap.xml.gz`),
      '/': answer(page('typed-sitemap')),
      '/sitemaps/sitemap.xml.gz': answer(gzipped(`<urlset><url><loc>${origin}/listed</loc></url></urlset>`), {
        type: 'application/xml',
      }),
      '/listed': answer(page('listed in typed-sitemap')),
    }),
  },
];

/** Sends to itself until its cookie comes back, whose date of expiry is none. */
function cookie(name: string, source: string, expires: string): ReportedInput {
  return {
    ...headed(name, source, `sets a cookie that expires on ${Buffer.from(expires, 'latin1')}`, []),
    by: 'RFC 6265 §5.2.1: a cookie of the session',
    right: { text: name },
    answers: () => ({
      '/': (socket, head) =>
        socket.write(
          /^cookie: .*known=1/im.test(head)
            ? answer(page(name))
            : moved('/', [`Set-Cookie: known=1; Expires=${expires}; Path=/`]),
        ),
    }),
  };
}
