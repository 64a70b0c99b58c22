import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BundleDocuments } from '../../../lib/adapters/embedded/bundles/bundle-documents.ts';
import { openDatabaseBeside } from '../../../lib/adapters/embedded/tables/database.ts';
import { SqliteRecords } from '../../../lib/adapters/embedded/tables/sqlite-records.ts';
import { draftOf, md5Of, member } from '../../contracts/records/records-made.ts';
import { jobDirectory } from '../../e2e/support/job-directory.ts';
import { putDocument } from '../../support/put-document.ts';
import { startWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

const large = 700_000;
const bodies = new Map<string, Buffer>(
  ['/a', '/b', '/c'].map((path) => [path, Buffer.from(`${path} ${randomBytes(large).toString('base64')}`)]),
);
bodies.set('/', Buffer.from('<a href="/a">a</a> <a href="/b">b</a> <a href="/c">c</a>'));

let job: string;
let home: string;
let web: Awaited<ReturnType<typeof startWeb>>;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      const body = bodies.get(path);
      const type = path === '/' ? 'text/html' : 'text/plain';
      return body && { headers: { 'content-type': type }, body };
    },
  });
  home = web.url('a.localhost');
  job = jobDirectory('archived', { seeds: [home], documents: { keep: true } });
  expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
}, 120_000);

afterAll(() => web.close());

/** Writes an archive of the job in bundles of a megabyte. */
async function written(
  directory = join(mkdtempSync(join(tmpdir(), 'winnow-archive-')), 'new'),
): Promise<string> {
  const run = await winnow(['archive', 'write', directory, '--bundle-mb', '1', '--job', job]);
  expect(run).toMatchObject({ exit: 0, err: '' });
  return directory;
}

const bundlesIn = (directory: string) =>
  readdirSync(directory)
    .filter((name) => name.includes('.warc.gz'))
    .sort();

describe('winnow archive', () => {
  it('makes gzip, which all readers know, of pages that are stored in zstd', async () => {
    const documents = { compression: 'zstd' };
    const directory = jobDirectory('squeezed', { seeds: [home], documents });
    expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
    const stored = join(directory, 'data/bundles/squeezed');
    expect(readdirSync(stored)).toEqual([expect.stringMatching(/\.warc\.zst$/)]);
    for (const argv of [
      ['sanity', '--documents', '--job', directory],
      ['archive', 'check', stored],
      ['archive', 'index', stored],
    ])
      expect(await winnow(argv)).toMatchObject({ exit: 0, err: '' });
    const made = join(directory, 'archive');
    const write = ['archive', 'write', made, '--job', directory];
    expect(await winnow(write)).toMatchObject({ exit: 0, err: '', out: '4 pages added in 1 file\n' });
    expect(bundlesIn(made)).toHaveLength(1);
    expect(await winnow(['archive', 'check', made])).toMatchObject({
      exit: 0,
      out: '4 pages of 1 file checked: 0 faults\n',
    });
    const empty = mkdtempSync(join(directory, 'empty-'));
    expect(await winnow(['archive', 'check', empty])).toMatchObject({
      exit: 1,
      err: `winnow: there are no WARC files in ${empty}\n`,
    });
  });

  it('begins another bundle when one is full, adds nothing twice, and finds no fault in what it wrote', async () => {
    const directory = await written();
    const bundles = bundlesIn(directory);
    expect(bundles.length).toBe(2);
    const index = readFileSync(join(directory, 'index.cdxj'), 'utf8');
    expect(index.trim().split('\n').length).toBe(4);
    await written(directory);
    expect(bundlesIn(directory)).toEqual(bundles);
    expect(readFileSync(join(directory, 'index.cdxj'), 'utf8')).toBe(index);
    expect(await winnow(['archive', 'check', directory])).toMatchObject({
      exit: 0,
      out: '4 pages of 2 files checked: 0 faults\n',
    });
  });

  it('names each page that is damaged, and a bundle that is cut off', async () => {
    const directory = await written();
    const [first = '', second = ''] = bundlesIn(directory).map((name) => join(directory, name));
    const bytes = readFileSync(first);
    bytes[2_000] = (bytes[2_000] as number) ^ 1;
    writeFileSync(first, bytes);
    const damaged = JSON.parse((await winnow(['archive', 'check', directory, '--json'])).out);
    expect(damaged).toMatchObject({ bundles: 2, pages: 4, faults: [{ offset: expect.any(Number) }] });

    writeFileSync(second, readFileSync(second).subarray(0, -1_000));
    const cut = await winnow(['archive', 'check', directory]);
    expect(cut).toMatchObject({ exit: 1, out: expect.stringContaining('it does not end with an index') });
    expect(cut.out).toMatch(/\d pages of 2 files checked/);
    // What is whole of it can be found all the same.
    expect(await winnow(['archive', 'index', directory])).toMatchObject({ exit: 0 });
  });

  it('writes again what an interrupted process left unfinished or unindexed', async () => {
    const directory = await written();
    const [kept = '', lost = ''] = bundlesIn(directory);
    writeFileSync(join(directory, `${lost}.part`), readFileSync(join(directory, lost)).subarray(0, 5_000));
    rmSync(join(directory, lost));
    rmSync(join(directory, 'index.cdxj'));
    await written(directory);
    expect(bundlesIn(directory)).toContain(kept);
    expect(bundlesIn(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await winnow(['archive', 'check', directory])).toMatchObject({
      exit: 0,
      out: '4 pages of 2 files checked: 0 faults\n',
    });
    expect(await winnow(['archive', 'index', directory])).toMatchObject({
      out: '4 pages of 2 files in index.cdxj\n',
    });
  });

  it('indexes the bundles of the crawl itself, reads again only those that changed, and finds no fault in them', async () => {
    const copy = jobDirectory('indexed', { seeds: [home], documents: { keep: true } });
    expect(await winnow(['crawl', '--job', copy])).toMatchObject({ exit: 0 });
    const bundles = join(copy, 'data/bundles/indexed');
    const index = async () => JSON.parse((await winnow(['archive', 'index', bundles, '--json'])).out);
    // What changed in the same moment is read once more.
    const anHourAgo = Date.now() / 1_000 - 3_600;
    for (const file of bundlesIn(bundles)) utimesSync(join(bundles, file), anHourAgo, anHourAgo);
    expect(await index()).toEqual({ bundles: 1, pages: 4, read: 1 });
    expect(await index()).toEqual({ bundles: 1, pages: 4, read: 0 });
    expect(await winnow(['archive', 'check', bundles])).toMatchObject({
      exit: 0,
      out: '4 pages of 1 file checked: 0 faults\n',
    });
    const [name = ''] = bundlesIn(bundles);
    // As while a crawl appends to it: no index yet, and half a page at its end.
    writeFileSync(join(bundles, `${name}.open`), '');
    writeFileSync(join(bundles, name), readFileSync(join(bundles, name)).subarray(0, -3_000));
    expect(await index()).toEqual({ bundles: 1, pages: 3, read: 1 });
    expect(await winnow(['archive', 'check', bundles])).toMatchObject({ exit: 0 });
  });

  it('leaves out pages of turns that were never committed, and takes them once they are', async () => {
    const copy = jobDirectory('uncommitted', { seeds: [home], documents: { keep: true } });
    expect(await winnow(['crawl', '--job', copy])).toMatchObject({ exit: 0 });
    const data = join(copy, 'data');
    const index = async () =>
      JSON.parse((await winnow(['archive', 'index', join(data, 'bundles/uncommitted'), '--json'])).out);
    // As a turn leaves it that dies before its commit.
    const documents = new BundleDocuments(data);
    const md5 = md5Of(1);
    await putDocument(documents, 'uncommitted', { md5, body: Buffer.from('never committed') });
    documents.close();
    expect(await index()).toEqual({ bundles: 2, pages: 4, read: 2 });
    const { connection, close } = openDatabaseBeside(data);
    await new SqliteRecords(connection).add('uncommitted', draftOf(md5, 'late'), member('a'));
    close();
    expect(await index()).toMatchObject({ pages: 5 });
  });

  it('takes the bundles in folders of a directory, as a stack has one for each day', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'winnow-archive-'));
    cpSync(await written(), join(directory, '20261125'), { recursive: true });
    expect(await winnow(['archive', 'index', directory])).toMatchObject({
      out: '4 pages of 2 files in index.cdxj\n',
    });
    const [line = ''] = readFileSync(join(directory, 'index.cdxj'), 'utf8').split('\n');
    const { filename, offset } = JSON.parse(line.slice(line.indexOf('{')));
    expect(readFileSync(join(directory, filename)).readUInt16BE(Number(offset))).toBe(0x1f8b);
    expect(filename).toMatch(/^20261125\//);
    expect(await winnow(['archive', 'check', directory])).toMatchObject({ exit: 0 });
  });

  it('says which document is damaged or missing, and archives the others', async () => {
    const copy = jobDirectory('missing', { seeds: [home], documents: { keep: true } });
    expect(await winnow(['crawl', '--job', copy])).toMatchObject({ exit: 0 });
    const view = JSON.parse((await winnow(['record', `${home}a`, '--json', '--job', copy])).out);
    const [bundle = '', offset = 0, length = 0] = view.document.split(/[#+]/);
    const bytes = readFileSync(bundle).fill(0, Number(offset) + 5_000, Number(offset) + Number(length));
    writeFileSync(bundle, bytes);
    const directory = mkdtempSync(join(tmpdir(), 'winnow-archive-'));
    expect(await winnow(['archive', 'write', directory, '--job', copy])).toMatchObject({
      exit: 0,
      out: '3 pages added in 1 file\n',
      err: expect.stringMatching(/\/a is left out: .*\n$/),
    });
    expect(await winnow(['record', `${home}a`, '--raw', '--job', copy])).toMatchObject({ exit: 1, out: '' });
    rmSync(bundle);
    const empty = mkdtempSync(join(tmpdir(), 'winnow-archive-'));
    expect(await winnow(['archive', 'write', empty, '--job', copy])).toMatchObject({
      exit: 0,
      err: expect.stringMatching(/\/a is left out: its document .* is not there\n/),
    });
  });
});

it('winnow record --raw prints a page byte for byte', async () => {
  const { exit, out } = await winnow(['record', `${home}b`, '--raw', '--job', job]);
  expect(exit).toBe(0);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(Buffer.from(out, 'latin1'))).toBe(hash(bodies.get('/b') as Buffer));
});
