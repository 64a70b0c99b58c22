import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WhyReport } from '../../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../../bin/test-io.ts';
import { startWeb, type TestWeb, type WebPage } from '../../../support/web/web-server.ts';
import { jobDirectory } from '../../support/job-directory.ts';

let web: TestWeb;
let directory: string;

const html = (body: string): WebPage => ({ headers: { 'content-type': 'text/html' }, body });
const page = (title: string, ...links: readonly string[]): WebPage =>
  html(`<title>${title}</title><p>About ${title}. ${links.map((one) => `<a href="${one}">x</a>`).join(' ')}`);

/** The same day a year later: such a calendar has no end. */
const yearAfter = (path: string): string => path.replace(/\d{4}/, (year) => `${Number(year) + 1}`);

const days = Array.from({ length: 90 }, (_, i) => `/cal/2024/${i}/`);

const files = (port: number): Readonly<Record<string, string>> => ({
  'hosts.txt': '# ours\nother.example\n',
  'exclude.txt': '# as Combine has it\nURL (?i)\\.cgi$\n',
  'gone.txt': '\nleft.localhost\n',
  'data/installation.yaml': 'deny:\n  - denied.localhost\n',
  'job.yaml': `name: fates
seeds: [http://a.localhost:${port}/, http://small.localhost:${port}/, http://down.localhost:${port}/]
scope:
  hosts:
    - localhost
    - file: hosts.txt
  exclude:
    - 'URL /print/'
    - file: exclude.txt
  maxDepth: 2
  maxHostHops: 1
  maxUrlLength: 90
  maxRepeats: 2
  maxParameters: 3
  schemes: [http]
  rules:
    - reject: { surts: 'http://(localhost,a,:${port})/old/' }
    - accept: { surts: 'http://(localhost,a,:${port})/old/kept' }
    - reject: { hosts: { file: gone.txt } }
    - reject: { depthOver: 1 }
    - accept: { patterns: 'URL /deep' }
    - accept: { patterns: 'URL /cal' }
url:
  removeTracking: true
  sortQuery: true
  collapseSlashes: true
  dropEmptyParameters: true
  encodeBackslash: true
  repairHost: true
  aliases: ['a.localhost:${port} alias.localhost:${port}']
overrides:
  - host: small.localhost:${port}
    budgets: { pagesPerHost: 2 }
userAgent: { contact: crawl@example.org }
network: { allow: [localhost] }
politeness: { waitIntervalHost: 0 }
fetch: { maxTries: 1 }
`,
});

function home(port: number): WebPage {
  const found = ['plain', 'twin-1', 'twin-2', 'moved', 'missing', 'secret/1', 'print/1', 'x.jpg', 'old/kept'];
  const odd = ['deep/1', 'song', 'noindex'];
  return page(
    'home',
    ...[...found, ...odd].map((path) => `/${path}`),
    ...['hop1', 'left'].map((name) => `http://${name}.localhost:${port}/`),
    ...days,
  );
}

beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path, port }) => {
      if (path === '/robots.txt') return { body: 'User-agent: *\nDisallow: /secret\n' };
      if (name === 'down.localhost') return { status: 500 };
      if (name === 'small.localhost') return page(`small${path}`, '/1', '/2', '/3');
      if (name === 'hop1.localhost') return page('hop', `http://hop2.localhost:${port}/`);
      if (path.startsWith('/twin')) return page('twin');
      if (path.startsWith('/cal/')) return page('a day without entries', yearAfter(path));
      switch (path) {
        case '/':
          return home(port);
        case '/moved':
          return { status: 301, headers: { location: '/plain' } };
        case '/missing':
          return undefined;
        case '/song':
          return { headers: { 'content-type': 'audio/ogg' }, body: 'x' };
        case '/noindex':
          return html('<title>no</title><meta name="robots" content="noindex">no');
        case '/deep/1':
          return page('deep', '/deep/2', '/shallow');
        case '/deep/2':
          return page('deeper', '/deep/3');
        default:
          return page(path);
      }
    },
  });
  directory = jobDirectory('fates');
  mkdirSync(join(directory, 'data'));
  for (const [name, text] of Object.entries(files(web.port))) writeFileSync(join(directory, name), text);
  expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
  const later = web.url('later.localhost');
  expect(await winnow(['seed', later, '--job', directory])).toMatchObject({ exit: 0 });
}, 120_000);

afterAll(() => web.close());

async function why(url: string): Promise<readonly string[]> {
  const { out, exit } = await winnow(['why', '--json', '--job', directory, url]);
  expect(exit).toBe(0);
  const { lines } = JSON.parse(out) as WhyReport;
  return lines.map(({ step, verdict, detail }) => `${step} ${verdict}: ${detail}`);
}

/** Where a setting of the job stands: `job.yaml:12`. */
function lineOf(text: string): string {
  const lines = (files(web.port)['job.yaml'] ?? '').split('\n');
  return `job.yaml:${lines.findIndex((line) => line.includes(text)) + 1}`;
}

const fetched: readonly (readonly [string, string, readonly RegExp[]])[] = [
  ['that is stored', '/plain', [/^outcome info: stored \(status 200\), record [0-9a-f]{32}/, /^next wait: /]],
  ['that says what another says', '/twin-2', [/^outcome info: (duplicate|stored) .*record [0-9a-f]{32}/]],
  ['that has moved', '/moved', [/^outcome info: redirected \(status 301\): http.*\/plain,/]],
  ['that is gone', '/missing', [/^outcome info: gone \(status 404\)/]],
  ['that robots.txt denies', '/secret/1', [/^robots no: Disallow: \/secret \(line 2\)$/]],
  ['that asks not to be stored', '/noindex', [/^outcome info: denied .*meta robots noindex/]],
  ['that nobody can read', '/song', [/^outcome info: unsupported .*audio\/ogg/]],
];

const rules: readonly (readonly [string, string, string, string])[] = [
  ['scope.exclude', '/print/1', "'URL /print/'", 'matches URL /print/'],
  ['scope.rules', '/old/a', '- reject: { surts', 'SURT prefix http://'],
  ['scope.maxRepeats', '/a/b/a/b/a/', 'maxRepeats', '3 times the same path segment, more than 2'],
  ['scope.maxParameters', '/?a=1&b=2&c=3&d=4', 'maxParameters', '4 parameters, more than 3'],
  ['scope.maxUrlLength', `/${'x'.repeat(90)}`, 'maxUrlLength', 'characters, more than 90'],
];

describe('why names what decides about a page', () => {
  it.each(fetched)('%s', async (_, path, said) => {
    const lines = await why(web.url('a.localhost', path));
    for (const one of said) expect(lines).toContainEqual(expect.stringMatching(one));
  });

  it.each(rules)('that %s is about, with its line', async (rule, path, line, detail) => {
    const lines = await why(web.url('a.localhost', path));
    const decision = lines.find((one) => one.startsWith('scope no: '));
    expect(decision).toContain(`scope no: ${rule} (${lineOf(line)}): `);
    expect(decision).toContain(detail);
  });

  it('that a rule rejects and a later one takes back', async () => {
    const lines = await why(web.url('a.localhost', '/old/kept'));
    const kept = `scope.rules (${lineOf('old/kept')}): SURT prefix`;
    expect(lines).toContainEqual(expect.stringContaining(`scope yes: accepted at depth 1: ${kept}`));
    expect(lines).toContainEqual(
      expect.stringContaining(`rule info: reject, scope.rules (${lineOf('- reject: { surts')}): SURT prefix`),
    );
  });

  it('by lists in files, and by defaults that nobody wrote', async () => {
    expect(await why(web.url('a.localhost', '/y.CGI'))).toContain(
      'scope no: scope.exclude (exclude.txt:2): matches URL (?i)\\.cgi$',
    );
    expect(await why(web.url('left.localhost'))).toContain(
      'scope no: scope.rules (gone.txt:2): host left.localhost',
    );
    expect(await why('http://www.other.example/')).toContain(
      'scope yes: would be accepted as a seed: scope.hosts (hosts.txt:2): host other.example',
    );
    expect(await why(web.url('a.localhost', '/x.jpg'))).toContain(
      'scope no: scope.excludeExtensions (default): extension jpg',
    );
    expect(await why(web.url('denied.localhost'))).toContain(
      'scope no: deny (installation.yaml:2): host denied.localhost',
    );
    expect(await why('http://elsewhere.example/')).toContain(
      `scope no: scope.hosts (${lineOf('  hosts:')}): elsewhere.example is not one of scope.hosts`,
    );
    expect(await why('https://a.localhost/')).toContain(
      `scope no: scope.schemes (${lineOf('schemes')}): scheme https`,
    );
  });

  it('that links lead to only from too far off', async () => {
    expect(await why(web.url('a.localhost', '/deep/2'))).toContainEqual(
      expect.stringContaining(`accepted at depth 2: scope.rules (${lineOf('URL /deep')}): matches URL /deep`),
    );
    expect(await why(web.url('a.localhost', '/deep/3'))).toContain(
      `rule info: a link to it at depth 3 is refused: scope.maxDepth (${lineOf('maxDepth')}): 3 links from the nearest seed, more than 2`,
    );
    expect(await why(web.url('a.localhost', '/shallow'))).toContain(
      `rule info: a link to it at depth 2 is refused: scope.rules (${lineOf('depthOver')}): 2 links from the nearest seed, more than 1`,
    );
    expect(await why(web.url('hop2.localhost'))).toContain(
      `rule info: a link to it after 2 host hops is refused: scope.maxHostHops (${lineOf('maxHostHops')}): 2 links from host to host, more than 1`,
    );
  });

  it('that is held as a trap, or waits for a larger budget, or for its host', async () => {
    const held = (await Promise.all(days.map((path) => why(web.url('a.localhost', path)))))
      .flat()
      .filter((line) => line.startsWith('frontier wait: held'));
    expect(held.length).toBeGreaterThan(10);
    expect(held[0]).toMatch(
      /held at depth 1: its region \/cal\/Y\/#\/ \(URLs of this form\) bring next to nothing new/,
    );
    const budget = `budgets.pagesPerHost: 2, ${lineOf('pagesPerHost')} (override for host`;
    const small = await Promise.all([1, 2, 3].map((n) => why(web.url('small.localhost', `/${n}`))));
    expect(small.flat().filter((line) => line.includes(budget))).toHaveLength(2);
    expect(await why(web.url('later.localhost'))).toContain(
      "frontier wait: in the inbox of its host at depth 0: taken in at the host's next turn",
    );
  });

  it('whose host fails, and one that was never seen', async () => {
    expect(await why(web.url('down.localhost'))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^outcome info: failed \(status 500\)/),
        'next no: never again, after 1 try',
      ]),
    );
    expect(await why(web.url('a.localhost', '/never'))).toContain(
      'frontier unknown: never admitted: no seed, and no link to it was taken up',
    );
  });

  it.each([
    ['ftp://a.localhost/', 'scheme ftp: only http and https are crawled'],
    ['http://a b c:x/', 'its host or its port is not valid'],
    ['a.localhost/plain', 'not an absolute URL; did you mean http://a.localhost/plain?'],
  ])('that is none: %s', async (url, said) => {
    expect(await why(url)).toEqual([`canonical no: ${JSON.stringify(url)}: ${said}`]);
  });

  it.each([
    ['host', 'http://A.localhost/', 'always'],
    ['port', 'http://a.localhost:80/', 'always'],
    ['dots', 'http://a.localhost/b/../c', 'always'],
    ['parse', 'http://a.localhost/a b', 'always'],
    ['dropTrailingDot', 'http://a.localhost./', 'default'],
    ['dropUserinfo', 'http://me:secret@a.localhost/', 'default'],
    ['dropFragment', 'http://a.localhost/#part', 'default'],
    ['normalisePercent', 'http://a.localhost/%7eme', 'default'],
    ['removeSessionIds', 'http://a.localhost/a;jsessionid=0F?SID=1', 'default'],
    ['collapseRepeated', 'http://a.localhost/?x=1&x=1', 'default'],
    ['removeTracking', 'http://a.localhost/?utm_source=x', 'removeTracking'],
    ['sortQuery', 'http://a.localhost/?b&a', 'sortQuery'],
    ['collapseSlashes', 'http://a.localhost//a', 'collapseSlashes'],
    ['dropEmptyParameters', 'http://a.localhost/?a&&b', 'dropEmptyParameters'],
    ['encodeBackslash', 'http://a.localhost/a\\b', 'encodeBackslash'],
    ['repairHost', 'http://a.%20localhost/', 'repairHost'],
    ['resolveAliases', '', 'aliases:'],
  ])('under another name, by the step %s', async (step, url, set) => {
    const source = set === 'always' || set === 'default' ? set : lineOf(set);
    const lines = await why(url === '' ? web.url('alias.localhost', '/plain') : url);
    expect(lines).toContainEqual(expect.stringContaining(`canonical info: ${step} (${source}): http://`));
    expect(lines).toContainEqual(expect.stringContaining('canonical yes: becomes http://a.localhost'));
  });
});
