import { appendFileSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/combine/', import.meta.url));

/** What the first page links to: those that Combine would have fetched, by the host that it would have asked. */
const wanted: Readonly<Record<string, string>> = {
  'http://www.bibliotek.localhost/om': 'bibliotek.localhost/om',
  'http://lib.localhost/katalog?sid=1&bok=7': 'bibliotek.localhost/katalog?bok=7',
  '/katalog?bok=7&PHPSESSID=abc': 'bibliotek.localhost/katalog?bok=7',
  '/katalog?bok=7&Sid=abc': 'bibliotek.localhost/katalog?bok=7&Sid=abc',
  '/katalog?bok=7&bok=7': 'bibliotek.localhost/katalog?bok=7',
  '/dubbel//snedstreck': 'bibliotek.localhost/dubbel/snedstreck',
  '/AbCd/versaler': 'bibliotek.localhost/AbCd/versaler',
  '/fil.gif.html': 'bibliotek.localhost/fil.gif.html',
  'http://barn.bibliotek.localhost/': 'barn.bibliotek.localhost/',
  'http://arkiv.localhost/katalog/1': 'arkiv.localhost/katalog/1',
  // The exclude that would have kept it out has a look-ahead: it is reported, not carried over.
  '/visa.php?sida=2': 'bibliotek.localhost/visa.php?sida=2',
};

/** And those that its `allow` and `exclude` keep out. */
const unwanted: readonly string[] = [
  '/cgi-bin/sok',
  '/karta.map',
  '/bild.gif',
  '/foto.jpeg',
  '/arkiv.Zip',
  '/GAMLA/sida',
  '/privat/dagbok',
  '/f%F6rr%E5d/hylla',
  `/${'l%C3%A5ng-'.repeat(12)}`,
  'http://intern2.bibliotek.localhost/',
  'http://gammal.bibliotek.localhost/',
  'http://arkiv.localhost/annat',
  'http://annan.localhost/',
  'http://ettbibliotek.localhost/',
];

const icePages: Readonly<Record<string, string>> = {
  '/glacier':
    '<title>The glacier</title><p>A glacier is ice; this glacier calves. <a href="/moraine">moraine</a>',
  '/cooking': '<title>Soups</title><p>Boil the water. <a href="/stew">stew</a>',
  '/moraine': '<title>Moraines</title><p>What a glacier leaves behind.',
};

let web: TestWeb;
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'winnow-e2e-combine-'));
  web = await startWeb({
    pages: ({ name, path, port }) => {
      if (path === '/robots.txt') return undefined;
      if (name === 'is.localhost')
        return { headers: { 'content-type': 'text/html' }, body: icePages[path] ?? '' };
      const links =
        name === 'bibliotek.localhost' && path === '/' ? [...Object.keys(wanted), ...unwanted] : [];
      const anchors = links.map((link) => `<a href="${withPort(link, port)}">x</a>`).join(' ');
      return { headers: { 'content-type': 'text/html' }, body: `<title>${name}${path}</title>${anchors}` };
    },
  });
});

afterAll(() => web.close());

/** Hosts of the fixtures have no port; those of a test do. */
function withPort(text: string, port: number): string {
  return text.replace(/\.localhost(?=[/\s]|$)/gm, `.localhost:${port}`);
}

/** A copy of a Combine job, some files of it changed so that its hosts are those of the test web. */
function combineJob(name: string, changes: Readonly<Record<string, (text: string) => string>>): string {
  const directory = join(mkdtempSync(join(home, 'combine-')), name);
  cpSync(join(fixtures, name), directory, { recursive: true });
  cpSync(join(fixtures, 'default.cfg'), join(directory, '..', 'default.cfg'));
  for (const [file, change] of Object.entries(changes)) {
    const path = join(directory, file);
    writeFileSync(path, change(readFileSync(path, 'latin1')), 'latin1');
  }
  return directory;
}

/** Imports a job and lets it crawl this machine. */
async function importJob(directory: string): Promise<{ readonly job: string; readonly report: string }> {
  const job = join(mkdtempSync(join(home, 'winnow-')), 'job');
  const { exit, out, err } = await winnow(['import-combine', directory, '--out', job]);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  appendFileSync(join(job, 'job.yaml'), '\nnetwork: { allow: [localhost] }\n');
  return { job, report: out };
}

/** What was asked for since, as host and path. */
function askedSince(start: number): readonly string[] {
  const asked = web.log.slice(start).filter(({ path }) => path !== '/robots.txt');
  return asked.map(({ host, path }) => host.replace(`:${web.port}`, '') + path).sort();
}

describe('a job of Combine', () => {
  it('is crawled by its excludes, aliases and session ids once it was imported', async () => {
    const { job, report } = await importJob(
      combineJob('library', {
        'seeds.txt': (text) => withPort(text, web.port),
        config_serveralias: (text) => withPort(text, web.port),
        'combine.cfg': (text) =>
          text.replace('WaitIntervalHost = 5', 'WaitIntervalHost = 0').replace(/^httpProxy.*\n/m, ''),
      }),
    );
    expect(report).toContain('visa\\.php\\?(?!sida=1$)');
    expect(report).toContain('SolrHost');
    const before = web.log.length;
    expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });

    const expected = new Set([...Object.values(wanted), 'bibliotek.localhost/', 'arkiv.localhost/katalog/']);
    expect(askedSince(before)).toEqual([...expected].sort());
    // Nobody asks a host for its rules that is out of scope or an alias.
    const hosts = new Set(web.log.map(({ host }) => host.replace(`:${web.port}`, '')));
    expect([...hosts].toSorted()).toEqual([
      'arkiv.localhost',
      'barn.bibliotek.localhost',
      'bibliotek.localhost',
    ]);
    expect(new Set(web.log.map(({ userAgent }) => userAgent)).size).toBe(1);
    expect(web.log[0]?.userAgent).toContain('webb@bibliotek.example');

    const why = await winnow(['why', web.url('bibliotek.localhost', '/privat/dagbok'), '--job', job]);
    expect(why.out).toMatch(/scope\.exclude.*job\.yaml:\d+.*privat/);
  });

  it('on a topic keeps what is about it, and waits with new links until somebody says so', async () => {
    const { job, report } = await importJob(
      combineJob('glaciers', {
        'start-pages': () =>
          ['/glacier', '/cooking', '/glacier?print=1']
            .map((path) => web.url('is.localhost', path))
            .join('\n'),
        'combine.cfg': (text) =>
          text
            .replace('(?:no|se|is|gl)$', 'localhost$|^is\\.')
            .replace(/^Operator-Email.*$/m, 'Operator-Email = ice@example.org\nWaitIntervalHost = 0'),
      }),
    );
    expect(report).toMatch(/HarvestRetries = 50 → fetch\.maxTries/);
    const before = web.log.length;
    expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
    // Combine's own list keeps out every URL with a question mark.
    expect(askedSince(before)).toEqual(['is.localhost/cooking', 'is.localhost/glacier']);
    const records = await winnow(['records', '--job', job, '--json']);
    expect(records.out).toContain('/glacier');
    expect(records.out).not.toContain('/cooking');

    expect(await winnow(['recycle', '--job', job])).toMatchObject({ exit: 0 });
    expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
    // Links are followed from pages on the topic alone.
    expect(askedSince(before)).toEqual([
      'is.localhost/cooking',
      'is.localhost/glacier',
      'is.localhost/moraine',
    ]);
  });
});
