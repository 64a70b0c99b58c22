import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { unzipped } from '../../../support/export/zip.ts';
import { startWeb } from '../../../support/web/web-server.ts';
import { jobDirectory } from '../../support/job-directory.ts';

const pages: Record<string, readonly [type: string, body: string]> = {
  '/robots.txt': ['text/plain', 'User-agent: *\nDisallow: /private\n'],
  '/': [
    'text/html',
    '<title>Wrens</title><link rel="stylesheet" href="/s.css"><script src="/a.js"></script><p>All about wrens.</p><img src="/p.png" srcset="/large.png 2x"><img src="http://other.localhost:PORT/x.png"><img src="http://far.invalid/y.png"><img src="/private/no.png"><a href="/old">old</a> <a href="/gone">gone</a>',
  ],
  '/z.png': ['image/png', 'a picture of another host'],
  '/s.css': ['text/css', '@import "/t.css"; body { background: url(/bg.png) }'],
  '/t.css': ['text/css', 'h1 { background: url(/too-far.png) }'],
  '/a.js': ['text/javascript', 'document.title += "!"'],
  '/p.png': ['image/png', 'a picture'],
  '/large.png': ['image/png', 'a large picture'],
  '/bg.png': ['image/png', 'a background'],
  '/new': ['text/html', '<title>Cranes</title><p>All about cranes, which moved here.</p>'],
};

it('an archive of a job that keeps all has what pages show, redirects, errors and robots.txt beside its pages', async () => {
  const web = await startWeb({
    pages({ path, port, name }) {
      if (name === 'other.localhost' && path === '/x.png')
        return { status: 302, headers: { location: '/z.png' } };
      if (path === '/old') return { status: 301, headers: { location: '/new' } };
      const page = pages[path];
      const body = page?.[1].replace('PORT', String(port));
      return page && { headers: { 'content-type': page[0] }, body: Buffer.from(body ?? '') };
    },
  });
  try {
    const job = jobDirectory('whole', { seeds: [web.url('w.localhost')], documents: { keep: 'all' } });
    expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
    const archive = join(job, 'archive');
    const write = ['archive', 'write', archive, '--job', job];
    expect(await winnow(write)).toMatchObject({ exit: 0, err: '', out: '14 pages added in 1 file\n' });
    expect(await winnow(write)).toMatchObject({ exit: 0, err: '', out: '0 pages added in 0 files\n' });
    expect(await winnow(['archive', 'check', archive])).toMatchObject({ exit: 0 });
    const answered = (index: string) =>
      index
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as { url: string; status: string })
        .map(({ url, status }) => `${status} ${new URL(url).pathname}`)
        .sort();
    const expected = [
      ...['200 /', '200 /a.js', '200 /bg.png', '200 /large.png', '200 /new', '200 /p.png', '200 /robots.txt'],
      ...['200 /robots.txt', '200 /s.css', '200 /t.css', '200 /z.png', '301 /old', '302 /x.png', '404 /gone'],
    ];
    expect(answered(readFileSync(join(archive, 'index.cdxj'), 'utf8'))).toEqual(expected);
    const bundles = join(job, 'data/bundles/whole');
    expect(await winnow(['archive', 'index', bundles])).toMatchObject({ exit: 0 });
    expect(answered(readFileSync(join(bundles, 'index.cdxj'), 'utf8'))).toEqual(expected);
    const wacz = join(job, 'whole.wacz');
    expect(await winnow(['export', '--to', 'wacz', '--out', wacz, '--job', job])).toMatchObject({ exit: 0 });
    expect(existsSync(wacz)).toBe(true);
    expect(answered(String(unzipped(readFileSync(wacz)).get('indexes/index.cdx')))).toEqual(expected);
    expect(web.log.map(({ path }) => path)).not.toContain('/private/no.png');
    const { out: records } = await winnow(['records', '--json', '--job', job]);
    expect(records).toContain('/new');
    expect(records).not.toContain('p.png');
    expect(await winnow(['sanity', '--documents', '--job', job])).toMatchObject({ exit: 0 });
  } finally {
    await web.close();
  }
});

it('what pages show uses up no budget or limit of pages, and no person is told that it is one', async () => {
  const web = await startWeb({
    pages({ path }) {
      const page = pages[path];
      return page && { headers: { 'content-type': page[0] }, body: page[1] };
    },
  });
  try {
    const job = jobDirectory('shown', {
      ...{ seeds: [web.url('w.localhost')], scope: { hosts: ['w.localhost'] } },
      ...{ documents: { keep: 'all' }, budgets: { pagesPerHost: 1 } },
    });
    expect(await winnow(['crawl', '--max-pages', '1', '--job', job])).toMatchObject({ exit: 0 });
    expect(await winnow(['crawl', '--max-pages', '1', '--job', job])).toMatchObject({ exit: 0 });
    const asked = web.log.map(({ path }) => path).sort();
    expect(asked).toEqual([
      ...['/', '/a.js', '/bg.png', '/large.png', '/p.png', '/robots.txt', '/s.css', '/t.css'],
    ]);
    const told = async (verb: string) => JSON.parse((await winnow([verb, '--json', '--job', job])).out);
    expect(await told('status')).toMatchObject({ fetched: 1, outcomes: { stored: 1 } });
    expect(await told('report')).toMatchObject({
      totals: { visited: 1, fetches: 1 },
      outcomes: [{ name: 'stored', count: 1 }],
      failures: [],
      tries: [{ name: 'not yet tried' }, { name: 'visited', count: 1 }],
    });
    const why = async (path: string) =>
      (await winnow(['why', web.url('w.localhost', path), '--job', job])).out.replace(/\s+/g, ' ');
    const page = web.url('w.localhost');
    expect(await why('/p.png')).toContain(
      `a requisite (picture, style or script) of ${page}: kept in the archive`,
    );
    expect(await why('/bg.png')).toContain(
      `of ${page}s.css: kept in the archive beside the pages, never a page`,
    );
    expect(await why('/private/no.png')).toContain(
      `of ${page}: its last answer was none to show, never a page`,
    );
    expect(await why('/gone')).toContain('over budget');
  } finally {
    await web.close();
  }
});
