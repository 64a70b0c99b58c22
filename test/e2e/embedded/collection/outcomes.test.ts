import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../../lib/base/url/url.ts';
import type { ChangeLine } from '../../../../lib/domain/collection/record.ts';
import type { CrawlReport } from '../../../../lib/runtime/shared/installation.ts';
import { startWeb, type TestWeb, type WebPage } from '../../../support/web/web-server.ts';
import type { Collection } from '../../support/collection.ts';
import { type DataDirectory, openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere, reharvestAll, withInstallation } from '../../support/process/in-process.ts';

let web: TestWeb;
let directory: string;
let report: CrawlReport;
let data: DataDirectory;
let collection: Collection;
let records: ReadonlyMap<string, ChangeLine>;

const html = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): WebPage => ({
  headers: { 'content-type': 'text/html', ...headers },
  body,
});
const page = (title: string): WebPage => html(`<title>${title}</title><p>About ${title}.`);
const redirect = (status: number, location: string): WebPage => ({ status, headers: { location } });

function pages(port: number): Readonly<Record<string, WebPage>> {
  const b = `http://b.localhost:${port}`;
  return {
    '/301': redirect(301, '/target-301'),
    '/302': redirect(302, `${b}/target-302`),
    '/303': redirect(303, `${b}/target-303`),
    '/307': redirect(307, 'target-307'),
    '/308': redirect(308, `//b.localhost:${port}/target-308#part`),
    '/loop-1': redirect(302, `${b}/loop-2`),
    '/loop-2': redirect(302, `http://a.localhost:${port}/loop-1`),
    '/self': redirect(301, '/self'),
    '/names': html(
      '<title>names</title><a href="/one?SID=1">1</a> <a href="one;jsessionid=2#x">2</a> <a href="/%6Fne?SID=3">3</a> names of one page',
    ),
    '/one': page('one'),
    '/session.aspx': redirect(302, '/(S(lit3py55t21z5v55vlm25s55))/session.aspx'),
    '/(S(lit3py55t21z5v55vlm25s55))/session.aspx': page('session'),
    '/%7Etilde': page('tilde'),
    '/~tilde': redirect(301, '/%7Etilde'),
    '/mail': redirect(302, 'mailto:me@example.org'),
    '/nowhere': redirect(302, 'http://'),
    '/blank': { ...page('blank'), status: 302 },
    '/out': redirect(302, 'http://out.example/'),
    '/gone': { status: 410 },
    '/forbidden': { status: 403 },
    '/broken': { status: 500 },
    '/song': { headers: { 'content-type': 'audio/ogg' }, body: Buffer.from('4f67675300', 'hex') },
    '/movie': { headers: { 'content-type': 'video/mp4' }, body: Buffer.alloc(100) },
    '/noindex': html('<title>no</title><meta name="robots" content="noindex"><a href="/from-noindex">x</a>'),
    '/noindex-header': html('<title>no</title><p>no', { 'x-robots-tag': 'noindex, nofollow' }),
    '/nofollow': html(
      '<title>nf</title><meta name="robots" content="nofollow"><a href="/never">x</a>nofollow page',
    ),
    '/from-noindex': page('from noindex'),
    '/off': html(
      '<title>off</title>Leads <a href="https://elsewhere.example/">away</a> <a href="ftp://a.localhost/">x</a>',
    ),
    '/twin-1': page('twin'),
    '/twin-2': page('twin'),
    '/text': { headers: { 'content-type': 'text/plain' }, body: 'Plain text.' },
    '/latin-1': html(Buffer.from('<title>Caf\xe9 na\xefve</title>', 'latin1'), {
      'content-type': 'text/html; charset=iso-8859-1',
    }),
    '/meta-1251': html(
      Buffer.concat([
        Buffer.from('<meta charset=windows-1251><title>'),
        Buffer.from('cff0e8e2e5f2', 'hex'),
        Buffer.from('</title>'),
      ]),
    ),
    '/sjis': html(
      Buffer.concat([Buffer.from('<title>'), Buffer.from('93fa967b8cea', 'hex'), Buffer.from('</title>')]),
      { 'content-type': 'text/html; charset=shift_jis' },
    ),
    '/utf-16': html(
      Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from('<title>Grüße</title>', 'utf16le')]),
    ),
    '/target-301': page('301'),
    '/target-302': page('302'),
    '/target-303': page('303'),
    '/target-307': page('307'),
    '/target-308': page('308'),
  };
}

beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path, port }) => {
      if (path === '/robots.txt') return { body: 'User-agent: *\nDisallow: /secret # keep out\n' };
      const all = pages(port);
      if (path === '/' && name === 'a.localhost') {
        const links = [
          ...Object.keys(all).filter((one) => !one.startsWith('/target') && one !== '/from-noindex'),
          '/secret/1',
          '/missing',
        ];
        return html(`<title>Home</title>${links.map((one) => `<a href="${one}">${one}</a>`).join(' ')}`);
      }
      return all[path];
    },
  });
  directory = jobDirectory('outcomes', { seeds: [web.url('a.localhost')] });
  report = await crawlHere(directory);
  data = openData(join(directory, 'data'));
  collection = await data.collection('outcomes');
  records = (await data.published('outcomes')).records;
});

afterAll(async () => {
  data.close();
  await web.close();
});

const at = (path: string, host = 'a.localhost') => collection.get(web.url(host, path));

describe('what a crawl makes of', () => {
  it.each([
    ['/301', 301, 'a.localhost', '/target-301'],
    ['/302', 302, 'b.localhost', '/target-302'],
    ['/303', 303, 'b.localhost', '/target-303'],
    ['/307', 307, 'a.localhost', '/target-307'],
    ['/308', 308, 'b.localhost', '/target-308'],
  ])('a redirect %s', (path, status, host, target) => {
    expect(at(path)).toMatchObject({ outcome: 'redirected', status, detail: web.url(host, target) });
    expect(at(target, host)?.outcome).toBe('stored');
    const asked = web.log.filter((access) => access.path === target);
    expect(asked.map((access) => access.host)).toEqual([web.host(host)]);
  });

  it('a page that links call by many names', () => {
    expect(at('/one')?.outcome).toBe('stored');
    expect(web.log.filter(({ path }) => /^\/(?:o|%6f)ne/i.test(path)).map(({ path }) => path)).toEqual([
      '/one',
    ]);
  });

  it.each(['/session.aspx', '/~tilde'])('a redirect to itself in another spelling: %s', (path) => {
    expect(at(path)).toMatchObject({ outcome: 'stored', status: 200 });
  });

  it('redirects in a circle, each of which is asked for once', () => {
    expect(at('/loop-1')?.outcome).toBe('redirected');
    expect(at('/loop-2', 'b.localhost')?.outcome).toBe('redirected');
    expect(web.log.filter(({ path }) => path.startsWith('/loop')).length).toBeLessThanOrEqual(3);
  });

  it.each([
    ['/self', 'redirects to itself'],
    ['/mail', 'mailto:me@example.org'],
    ['/nowhere', 'Location is not a URL'],
  ])('a redirect that leads nowhere: %s', (path, detail) => {
    expect(at(path)).toMatchObject({ outcome: 'failed' });
    expect(at(path)?.detail).toContain(detail);
  });

  it('a redirect without a target, which is the page that it sends', () => {
    expect(at('/blank')?.outcome).toBe('stored');
  });

  it('a redirect and a link out of scope', () => {
    expect(at('/out')).toMatchObject({ outcome: 'redirected', detail: 'http://out.example/' });
    expect(at('/off')?.outcome).toBe('stored');
    expect([...collection.keys()].filter((url) => !url.includes('localhost'))).toEqual([]);
    const logged = data.links('outcomes').find(({ url }) => url === web.url('a.localhost', '/off'));
    expect(logged?.links.map(({ url }) => url)).toEqual(['https://elsewhere.example/']);
  });

  it('what is gone, refused or broken', () => {
    expect(at('/gone')).toMatchObject({ outcome: 'gone', status: 410 });
    expect(at('/forbidden')).toMatchObject({ outcome: 'forbidden', status: 403 });
    expect(at('/missing')).toMatchObject({ outcome: 'gone', status: 404 });
    expect(at('/broken')).toMatchObject({ outcome: 'failed', status: 500, detail: 'status: status 500' });
  });

  it('types that have no parser, counted by type', () => {
    expect(at('/song')).toMatchObject({ outcome: 'unsupported', detail: 'audio/ogg' });
    expect(report.status.unsupported).toEqual({ 'audio/ogg': 1, 'video/mp4': 1 });
  });

  it('noindex and nofollow', () => {
    expect(at('/noindex')).toMatchObject({ outcome: 'denied', detail: 'noindex: meta robots noindex' });
    expect(at('/noindex-header')).toMatchObject({
      outcome: 'denied',
      detail: 'noindex: X-Robots-Tag: noindex',
    });
    expect(at('/from-noindex')?.outcome).toBe('stored');
    expect(at('/nofollow')?.outcome).toBe('stored');
    expect(at('/never')).toBeUndefined();
  });

  it('what robots.txt denies, naming the line', () => {
    expect(at('/secret/1')?.outcome).toBe('denied');
    expect(at('/secret/1')?.detail).toMatch(/robots: .*Disallow: \/secret/);
    expect(web.log.some(({ path }) => path.startsWith('/secret'))).toBe(false);
  });

  it('equal pages', () => {
    const twins = [at('/twin-1'), at('/twin-2')];
    expect(twins.map((twin) => twin?.outcome).sort()).toEqual(['duplicate', 'stored']);
    expect(new Set(twins.map((twin) => twin?.md5)).size).toBe(1);
    expect(records.get(twins[0]?.md5 ?? '')?.record?.urls).toHaveLength(2);
  });

  it.each([
    ['/latin-1', 'windows-1252', 'Café naïve'],
    ['/meta-1251', 'windows-1251', 'Привет'],
    ['/sjis', 'shift_jis', '日本語'],
    ['/utf-16', 'utf-16le', 'Grüße'],
  ])('a page in another character encoding: %s', (path, charset, title) => {
    expect(records.get(at(path)?.md5 ?? '')?.record).toMatchObject({ charset, title });
  });

  it('the whole, class by class', () => {
    const counts: Record<string, number> = {};
    for (const { outcome } of collection.values()) counts[outcome] = (counts[outcome] ?? 0) + 1;
    expect(report.outcomes).toEqual(counts);
    expect(report.status.outcomes).toEqual(counts);
    expect(data.faults()).toEqual([]);
  });
});

describe('a revisit', () => {
  interface Version {
    readonly etag?: string;
    readonly text?: string;
    readonly status?: number;
  }
  const versions = new Map<string, Version>();
  let changing: TestWeb;
  let job: string;

  const url = (path: string): CanonicalUrl => changing.url('c.localhost', path);

  async function crawlAgain(): Promise<{ report: CrawlReport; collection: Collection }> {
    await withInstallation(job, reharvestAll);
    const report = await crawlHere(job);
    const read = openData(join(job, 'data'));
    const collection = await read.collection('revisit');
    read.close();
    return { report, collection };
  }

  async function published(): Promise<readonly ChangeLine[]> {
    const read = openData(join(job, 'data'));
    const { records, faults } = await read.published('revisit');
    read.close();
    expect(faults).toEqual([]);
    return [...records.values()];
  }

  beforeAll(async () => {
    changing = await startWeb({
      pages: ({ path }) => {
        const { etag, text = path, status = 200 } = versions.get(path) ?? {};
        if (path === '/robots.txt') return undefined;
        const links = ['/same', '/equal', '/changes', '/shared', '/sharing', '/dies']
          .map((one) => `<a href="${one}">x</a>`)
          .join('');
        const headers = { 'content-type': 'text/html', ...(etag === undefined ? {} : { etag }) };
        return { status, headers, body: `<title>${text}</title>${path === '/' ? links : text}` };
      },
    });
    for (const path of ['/shared', '/sharing']) versions.set(path, { text: 'shared text' });
    versions.set('/same', { etag: '"1"' });
    job = jobDirectory('revisit', { seeds: [url('/')] });
    expect((await crawlHere(job)).outcomes).toEqual({ stored: 6, duplicate: 1 });
  });

  afterAll(() => changing.close());

  it('finds what did not change, by 304 and by equal content', async () => {
    const { report, collection } = await crawlAgain();
    expect(report.outcomes).toEqual({ unchanged: 7 });
    expect(collection.get(url('/same'))).toMatchObject({ outcome: 'unchanged', status: 304 });
    expect(collection.get(url('/equal'))).toMatchObject({ outcome: 'unchanged', status: 200 });
    expect(changing.log.filter(({ path }) => path === '/same').map(({ status }) => status)).toEqual([
      200, 304,
    ]);
  });

  it('moves a URL to another record when its content changed, and deletes the old one when nobody holds it', async () => {
    const before = await published();
    versions.set('/changes', { text: 'new text' });
    versions.set('/shared', { text: 'also new' });
    const { report, collection } = await crawlAgain();
    expect(report.outcomes).toEqual({ unchanged: 5, stored: 2 });
    const after = await published();
    const titles = (lines: readonly ChangeLine[]) => lines.map(({ record }) => record?.title ?? '').sort();
    expect(titles(before)).toEqual(['/', '/changes', '/dies', '/equal', '/same', 'shared text']);
    expect(titles(after)).toEqual(['/', '/dies', '/equal', '/same', 'also new', 'new text', 'shared text']);
    expect(collection.get(url('/changes'))?.md5).toBe(
      after.find(({ record }) => record?.title === 'new text')?.md5,
    );
    expect(report.status.records).toBe(7);
  });

  it('releases the record of a page that is gone, and takes it up when it is back', async () => {
    versions.set('/dies', { status: 410 });
    const gone = await crawlAgain();
    expect(gone.report.outcomes).toEqual({ unchanged: 6, gone: 1 });
    expect(gone.report.status.records).toBe(6);
    expect((await published()).map(({ record }) => record?.title)).not.toContain('/dies');
    versions.delete('/dies');
    const back = await crawlAgain();
    expect(back.report.outcomes).toEqual({ unchanged: 6, stored: 1 });
    expect(back.report.status.records).toBe(7);
    expect((await published()).map(({ record }) => record?.title)).toContain('/dies');
  });

  it('of a URL that shares its record leaves the record to the other one', async () => {
    versions.set('/sharing', { text: 'new text' });
    const { report, collection } = await crawlAgain();
    expect(report.outcomes).toEqual({ unchanged: 6, duplicate: 1 });
    expect(collection.get(url('/sharing'))?.md5).toBe(collection.get(url('/changes'))?.md5);
    expect((await published()).map(({ record }) => record?.title)).not.toContain('shared text');
  });
});
