import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { winnow } from '../../bin/test-io.ts';
import { jobDirectory } from '../../e2e/support/job-directory.ts';
import { startWeb } from '../../support/web/web-server.ts';
import { faultsOf, missingWarcio, readWithWarcio, sha256 } from './warcio.ts';

const missing = missingWarcio();

const bodies: Record<string, string> = {
  '/': '<a href="/gzip">a</a> <a href="/plain">b</a> <a href="/text">c</a>',
  '/gzip': `<title>gzip</title>${'<p>It came compressed. '.repeat(200)}`,
  '/plain': '<title>plain</title><p>It did not. Žluťoučký kůň',
  '/text': 'Only text, twice.',
};

it('warcio reads every record and digest of an archive, and each page byte for byte through its index', {
  timeout: 300_000,
}, async ({ skip }) => {
  skip(missing !== undefined, missing);
  const web = await startWeb({
    pages: ({ path }) => {
      const body = Buffer.from(bodies[path] ?? '');
      const type = path === '/text' ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8';
      const headers = { 'content-type': type, 'set-cookie': 'secret=1' };
      return path === '/gzip'
        ? { headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) }
        : { headers, body };
    },
  });
  const job = jobDirectory('warcio', { seeds: [web.url('w.localhost')], documents: { keep: true } });
  const directory = mkdtempSync(join(tmpdir(), 'winnow-warcio-'));
  try {
    expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
    expect(await winnow(['archive', 'write', directory, '--job', job])).toMatchObject({ exit: 0 });
    // The same text under its URL again: a revisit of what the archive has.
    const text = bodies['/text'] as string;
    bodies['/text'] = 'Another text.';
    for (const now of ['Another text.', text]) {
      bodies['/text'] = now;
      await winnow(['reharvest', '--all', '--job', job]);
      expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
      expect(await winnow(['archive', 'write', directory, '--job', job])).toMatchObject({ exit: 0 });
    }
    expect(await winnow(['archive', 'check', directory])).toMatchObject({ exit: 0 });

    const read = readWithWarcio(directory);
    expect(faultsOf(read)).toEqual([]);
    const { records, pages } = read;
    expect(records.filter(({ type }) => type === 'response').length).toBe(5);
    expect(records.filter(({ type }) => type === 'revisit').map(({ refersTo }) => refersTo)).toEqual([
      `${web.url('w.localhost')}text`,
    ]);
    const found = pages.filter(({ mime }) => mime !== 'warc/revisit');
    expect(found.length).toBe(5);
    for (const { url, body, headers, status } of found) {
      const { pathname } = new URL(url);
      expect(status).toBe('200');
      expect(headers.map(([name]) => name.toLowerCase())).not.toContain('set-cookie');
      expect(Object.fromEntries(headers)['content-encoding']).toBe(pathname === '/gzip' ? 'gzip' : undefined);
      const expected = pathname === '/text' ? [text, 'Another text.'] : [bodies[pathname]];
      expect(expected.map((one = '') => sha256(one))).toContain(body);
    }
  } finally {
    await web.close();
  }
});
