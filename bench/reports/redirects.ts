import { answer, asBytes, moved, page, type ReportedInput } from './reported-input.ts';

const browsers = 'browsers follow it';

/** A redirect of `/` by which the page at `to` is found. */
function leading(
  name: string,
  source: string,
  does: string,
  { location, to }: { readonly location: (origin: string) => string; readonly to: string },
): ReportedInput {
  return {
    ...{ name, source, does, by: browsers, right: { outcome: 'redirected', asked: [to] } },
    answers: (origin) => ({ '/': moved(location(origin)), [to]: answer(page(name)) }),
  };
}

/** A page that says where it moves to. */
function refreshing(name: string, source: string, does: string, body: string): ReportedInput {
  return {
    ...{ name, source, does, by: browsers, right: { outcome: 'redirected', asked: ['/next'] } },
    answers: () => ({ '/': answer(body), '/next': answer(page(name)) }),
  };
}

/** Redirects, refreshes, and what is none. */
export const redirects: readonly ReportedInput[] = [
  leading('utf8-location', 'scrapy/scrapy#2321', 'has a Location in raw UTF-8', {
    location: () => asBytes('/اعزام'),
    to: `/${encodeURIComponent('اعزام')}`,
  }),
  leading('latin1-location', 'aio-libs/aiohttp#12441', 'has a Location in Latin-1', {
    location: () => '/bj\xf8rn',
    to: '/bj%F8rn',
  }),
  leading('spaced-location', 'curl/curl#4445', 'has a Location with a space', {
    location: (origin) => `${origin}/Coutinho_7 0080S`,
    to: '/Coutinho_7%200080S',
  }),
  leading('fragment', 'xroche/httrack#441', 'has a Location with a fragment', {
    location: () => '/target.html#section',
    to: '/target.html',
  }),
  leading('query-only', 'curl/curl#15848', 'has a Location that is a query', {
    location: () => '?new=1',
    to: '/?new=1',
  }),
  leading('three-slashes', 'scrapy/scrapy#4032', 'has a Location that begins with three slashes', {
    location: (origin) => `${origin.replace('http:', '/')}/new`,
    to: '/new',
  }),
  {
    ...leading('see-nothing', 'lightpanda-io/browser#2713', 'answers 303 with a page and no Location', {
      location: () => '',
      to: '/',
    }),
    by: 'Fetch standard: the response itself',
    right: { text: 'see-nothing' },
    answers: () => ({ '/': answer(page('see-nothing'), { status: 'HTTP/1.1 303 See Other' }) }),
  },
  {
    ...leading('choices', 'gatling/gatling#4639', 'answers 300 with links and no Location', {
      location: () => '',
      to: '/',
    }),
    by: 'RFC 9110 §15.4.1',
    right: { text: 'choices', asked: ['/one', '/two'] },
    answers: () => ({
      '/': answer(page('choices', '<a href=/one>1</a> <a href=/two>2</a>'), {
        status: 'HTTP/1.1 300 Multiple Choices',
      }),
      '/one': answer(page('one')),
      '/two': answer(page('two')),
    }),
  },
  {
    ...refreshing('refresh-header', 'wallabag/wallabag#4330', 'sends a Refresh header and no body', ''),
    answers: () => ({
      '/': answer('', { lines: ['Refresh: 0; url=/next'] }),
      '/next': answer(page('refresh-header')),
    }),
  },
  refreshing(
    'quoted-refresh',
    'apache/stormcrawler#1020',
    'quotes the URL of a meta refresh',
    `<!DOCTYPE html><html><head><meta http-equiv="refresh" content="0;url='/next'" /><title>Redirecting</title></head></html>`,
  ),
  refreshing(
    'bare-refresh',
    'Norconex/crawler#141',
    'has a meta refresh without quotes, in capitals',
    '<HTML><HEAD><META HTTP-EQUIV=REFRESH CONTENT="0; URL=/next"></META></HEAD></HTML>',
  ),
  {
    ...refreshing('noscript-refresh', 'scrapy/scrapy#18', 'has a meta refresh in noscript', ''),
    by: 'browsers stay',
    right: { text: 'noscript-refresh', never: ['/jsmessage.html'] },
    answers: () => ({
      '/': answer(
        `<!doctype html><noscript><meta http-equiv="refresh" content="1; URL=/jsmessage.html"></noscript>${page('noscript-refresh')}`,
      ),
    }),
  },
  {
    ...leading('self-with-cookie', 'validator/validator#804', 'sets a cookie and redirects to itself', {
      location: () => '',
      to: '/',
    }),
    right: { text: 'self-with-cookie' },
    answers: () => ({
      '/': (socket, head) =>
        socket.write(
          /^cookie: seen=1/im.test(head)
            ? answer(page('self-with-cookie'))
            : moved('/', ['Set-Cookie: seen=1']),
        ),
    }),
  },
  {
    ...leading(
      'robots-elsewhere',
      'apache/stormcrawler#573',
      'redirects its robots.txt into a folder of another host',
      {
        location: () => '',
        to: '/',
      },
    ),
    by: 'RFC 9309 §2.3.1.2: the rules are of the first host',
    right: { outcome: 'denied' },
    answers: (origin) => ({
      '/robots.txt': moved(`${origin.replace('robots-elsewhere', 'robots-of-others')}/band/robots.txt`),
      '/': answer(page('robots-elsewhere')),
    }),
  },
  {
    ...leading(
      'robots-of-others',
      'apache/stormcrawler#713',
      'has the robots.txt of another host in a folder',
      {
        location: () => '',
        to: '/',
      },
    ),
    by: 'its own rules are those of /robots.txt',
    right: { text: 'robots-of-others' },
    answers: () => ({
      '/band/robots.txt': answer('User-agent: *\nDisallow: /\n', { type: 'text/plain' }),
      '/robots.txt': answer('User-agent: *\nDisallow: /private\n', { type: 'text/plain' }),
      '/': answer(page('robots-of-others')),
    }),
  },
  {
    ...leading('robots-hops', 'crawler-commons/crawler-commons#428', 'redirects its robots.txt five times', {
      location: () => '',
      to: '/',
    }),
    by: 'RFC 9309 §2.3.1.2',
    right: { outcome: 'denied' },
    answers: () => ({
      '/robots.txt': moved('/r1'),
      ...Object.fromEntries([1, 2, 3, 4].map((hop) => [`/r${hop}`, moved(`/r${hop + 1}`)])),
      '/r5': answer('User-agent: *\nDisallow: /\n', { type: 'text/plain' }),
      '/': answer(page('robots-hops')),
    }),
  },
];
