import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { pdfOf } from '../../../support/documents/samples.ts';
import { startWeb, type TestWeb, type WebPage } from '../../../support/web/web-server.ts';
import type { Collection } from '../../support/collection.ts';
import { openData } from '../../support/data-directory.ts';
import { type JobTree, jobDirectory } from '../../support/job-directory.ts';
import { expectPolite } from '../../support/polite.ts';
import { crawlHere } from '../../support/process/in-process.ts';
import { startWinnow } from '../../support/process/winnow-process.ts';

const pdf = (path: string, pages: number): WebPage => ({
  headers: { 'content-type': 'application/pdf' },
  body: pdfOf(
    path,
    Array.from({ length: pages }, (_, i) => `Page ${i} of ${path}.`),
    'http://elsewhere.example/',
  ),
});
const home = (links: readonly string[]): WebPage => ({
  headers: { 'content-type': 'text/html' },
  body: `<title>home</title>${links.map((one) => `<a href="${one}">x</a>`).join(' ')}`,
});

async function collectionOf(directory: string, name: string): Promise<Collection> {
  const data = openData(join(directory, 'data'));
  const collection = await data.collection(name);
  expect(data.faults()).toEqual([]);
  data.close();
  return collection;
}

const full = process.env.WINNOW_TEST_FULL === '1';

describe('a host with many heavy PDFs', () => {
  const paths = Array.from({ length: full ? 50 : 20 }, (_, i) => `/${i}.pdf`);
  const gapMs = 60;
  let web: TestWeb;
  let collection: Collection;

  beforeAll(async () => {
    web = await startWeb({
      pages: ({ path }) => {
        if (path === '/robots.txt') return { body: 'User-agent: *\nAllow: /\n' };
        return path === '/' ? home(paths) : pdf(path, 40);
      },
    });
    const directory = jobDirectory('heavy', {
      seeds: [web.url('h.localhost')],
      politeness: { waitIntervalHost: gapMs / 1_000 },
    });
    await crawlHere(directory);
    collection = await collectionOf(directory, 'heavy');
  }, 120_000);

  afterAll(() => web.close());

  it('is asked for each of them once, one after the other, never closer than its gap', () => {
    expectPolite(web.log, gapMs);
    const asked = web.log.map(({ path }) => path).sort();
    expect(asked).toEqual(['/', '/robots.txt', ...paths].sort());
  });

  it('has them all in the collection', () => {
    const outcomes = paths.map((path) => collection.get(web.url('h.localhost', path))?.outcome);
    expect(outcomes.filter((outcome) => outcome !== 'stored')).toEqual([]);
  });
});

describe('a document that takes long', () => {
  const program = fileURLToPath(new URL('../../../support/converting/program.mjs', import.meta.url));

  it('holds up neither its host nor others', async () => {
    const others = Array.from({ length: 20 }, (_, i) => `/${i}`);
    /** Is there once the others were asked for: until then the document is not converted. */
    const gate = join(mkdtempSync(join(tmpdir(), 'winnow-slow-')), 'open');
    const left = new Set(others);
    const web = await startWeb({
      pages: ({ path }) => {
        left.delete(path);
        if (left.size === 0) writeFileSync(gate, '');
        if (path === '/robots.txt') return undefined;
        if (path === '/') return home(['/slow.pdf', ...others]);
        if (path !== '/slow.pdf') return home([]);
        const script = `const { existsSync } = await import('node:fs');
          while (!existsSync(${JSON.stringify(gate)})) await new Promise((done) => setTimeout(done, 50));
          return "<p>At last."`;
        return { headers: { 'content-type': 'application/pdf' }, body: `%PDF-1.7\n${script}` };
      },
    });
    const directory = jobDirectory('slow', {
      seeds: [web.url('s.localhost')],
      convert: {
        programs: [{ types: ['application/pdf'], command: ['node', program, '{file}'], output: 'html' }],
      },
    });
    await crawlHere(directory);
    await web.close();
    expect(web.log.map(({ path }) => path)).toEqual(expect.arrayContaining(others));
    const collection = await collectionOf(directory, 'slow');
    expect(collection.get(web.url('s.localhost', '/slow.pdf'))?.outcome).toBe('stored');
  });
});

describe('a crawl that is killed while documents are converted', () => {
  it.each<readonly [string, JobTree]>([
    ['killed', {}],
    ['killed-without-documents', { documents: { keep: false } }],
  ])(
    'has a record of each in the end (%s)',
    async (name, tree) => {
      const paths = Array.from({ length: full ? 24 : 12 }, (_, i) => `/${i}.pdf`);
      const web = await startWeb({
        pages: ({ path }) => {
          if (path === '/robots.txt') return undefined;
          return path === '/' ? home(paths) : pdf(path, full ? 100 : 60);
        },
        delayMs: 20,
      });
      const seeds = ['a', 'b'].map((host) => web.url(`${host}.localhost`));
      const directory = jobDirectory(name, { seeds, ...tree });
      let killed = 0;
      for (const requests of full ? [6, 8, 10, 10] : [6, 8]) {
        const crawl = startWinnow(['crawl', '--job', directory]);
        const until = web.log.length + requests;
        while (crawl.running && web.log.length < until) await setTimeout(1);
        await setTimeout(requests * 10);
        crawl.kill('SIGKILL');
        if ((await crawl.ended).signal === 'SIGKILL') killed += 1;
      }
      expect(killed).toBeGreaterThanOrEqual(2);
      expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
      await web.close();
      const collection = await collectionOf(directory, name);
      const outcomes = [...collection]
        .filter(([url]) => url.endsWith('.pdf'))
        .map(([, { outcome }]) => outcome);
      expect(outcomes).toHaveLength(2 * paths.length);
      expect(outcomes.filter((outcome) => outcome !== 'stored' && outcome !== 'duplicate')).toEqual([]);
      expect(await winnow(['sanity', '--repair', '--job', directory])).toMatchObject({ exit: 0 });
    },
    120_000,
  );
});
