import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { serveExample } from '../../../examples/serve.ts';
import { winnow } from '../../bin/test-io.ts';
import { contentsOf } from '../../e2e/support/crawl-site.ts';
import { jobDirectory } from '../../e2e/support/job-directory.ts';
import { generatedSite } from '../../support/web/generated-site.ts';
import { startWeb } from '../../support/web/web-server.ts';
import { faultsOf, missingWarcio, type Read, readWithWarcio, sha256 } from './warcio.ts';

const count = process.env.WINNOW_TEST_FULL ? 3_000 : 150;
const missing = missingWarcio();
// Without copies, so that no page of one host has the record of another's.
const site = generatedSite({ hosts: 10, pages: count, seed: 12, mix: { duplicates: 0 } });
const changing = 'h0.localhost';
const erased = 'h1.localhost';

it(`warcio reads the bundles of ${count} pages as they are: every digest, each page byte for byte, revisits, and past erased pages`, {
  timeout: 1_800_000,
}, async ({ skip }) => {
  skip(missing !== undefined, missing);
  let edition = 1;
  /** What was served under each URL. */
  const served = new Map<string, Set<string>>();
  const web = await startWeb({
    pages: (request) => {
      const { name, path } = request;
      const page = site.page(request);
      if (page?.body === undefined || path === '/robots.txt') return page;
      const body = name === changing && edition === 2 ? `${page.body} Edition 2.` : page.body;
      // Without validators, so that pages are asked for anew.
      const headers = { 'content-type': page.headers?.['content-type'] ?? '' };
      const url = `http://${name}:${request.port}${path}`;
      served.set(url, (served.get(url) ?? new Set()).add(sha256(body)));
      return path.length % 2 === 0
        ? { ...page, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) }
        : { ...page, headers, body };
    },
  });
  const directory = jobDirectory('bundled', { seeds: site.seeds(web.port), documents: { keep: true } });
  const bundles = join(directory, 'data/bundles/bundled');
  const archive = mkdtempSync(join(tmpdir(), 'winnow-warcio-'));
  const run = async (...argv: string[]): Promise<void> =>
    expect(await winnow([...argv, '--job', directory])).toMatchObject({ exit: 0 });
  const indexed = async (place: string): Promise<Read> => {
    expect(await winnow(['archive', 'index', place])).toMatchObject({ exit: 0 });
    expect(await winnow(['archive', 'check', place])).toMatchObject({ exit: 0 });
    const read = readWithWarcio(place);
    expect(faultsOf(read)).toEqual([]);
    for (const { mime, url, body } of read.pages)
      expect(mime === 'warc/revisit' || served.get(url)?.has(body)).toBe(true);
    return read;
  };
  try {
    await run('crawl');
    const { pages } = await indexed(bundles);
    expect(pages.length).toBe(contentsOf(site.expected(web.port)));
    // However many hosts and pages: the files of one process, the database and the CDXJ file.
    expect(readdirSync(join(directory, 'data'), { recursive: true }).length).toBeLessThan(20);
    await run('archive', 'write', archive);

    for (edition of [2, 1]) {
      await run('reharvest', '--host', `${changing}:${web.port}`);
      await run('crawl');
      await run('archive', 'write', archive);
    }
    const changed = pages.filter(({ url }) => new URL(url).hostname === changing).map(({ url }) => url);
    expect(changed.length).toBeGreaterThan(count / 30);
    const copied = await indexed(archive);
    const revisits = copied.records.filter(({ type }) => type === 'revisit');
    expect(revisits.map(({ refersTo }) => refersTo).sort()).toEqual(changed.sort());
    expect(copied.pages.length).toBe(pages.length + 2 * changed.length);

    await run('block', `${erased}:${web.port}`, '--purge', '--reason', 'test');
    await run('crawl');
    await run('erase', `${erased}:${web.port}`, '--yes');
    const left = (await indexed(bundles)).records.flatMap(({ url }) => url ?? []);
    expect(left.filter((url) => new URL(url).hostname === erased)).toEqual([]);
    const ofOthers = copied.pages.filter(({ url, mime }) => !url.includes(erased) && mime !== 'warc/revisit');
    expect(left.length).toBe(ofOthers.length + revisits.length);
  } finally {
    await web.close();
  }
});

it('warcio reads every record and digest of the example', { timeout: 120_000 }, async ({ skip }) => {
  skip(missing !== undefined, missing);
  const web = await serveExample(0);
  const directory = jobDirectory('example', { seeds: [`http://${web.hosts[0]}/`] });
  expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
  await web.close();
  const listed = await winnow(['records', '--limit', '1000', '--json', '--job', directory]);
  const { records } = JSON.parse(listed.out) as { readonly records: readonly unknown[] };
  const bundles = join(directory, 'data/bundles/example');
  expect(await winnow(['archive', 'index', bundles])).toMatchObject({ exit: 0 });
  const read = readWithWarcio(bundles);
  expect(faultsOf(read)).toEqual([]);
  expect(read.pages.length).toBe(records.length);
  expect(read.pages.length).toBeGreaterThan(40);
});
