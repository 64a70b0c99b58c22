import { afterEach, describe, expect, it } from 'vitest';
import { wordCount } from '../../../examples/extending/word-count.ts';
import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import { type ReaderPool, readerPool } from '../../../lib/adapters/reading/reader-pool.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';
import type { ReadRequest } from '../../../lib/ports/web.ts';
import { termTopic } from '../../support/topic/topic.ts';

let pool: ReaderPool | undefined;
afterEach(() => pool?.close());

const request = (body: string | Uint8Array): ReadRequest => ({
  url: 'http://example.org/' as CanonicalUrl,
  body: typeof body === 'string' ? Buffer.from(body) : body,
  contentType: 'text/html',
  urlSettings: parseOnly,
  extract: [],
  product: 'winnow',
});

/** A page that takes far longer than any deadline of these tests: a selector that looks at every pair of its elements. */
const endless: ReadRequest = {
  ...request('<p></p>'.repeat(100_000)),
  extract: [{ field: 'x', selector: 'h1 ~ p', type: 'string', many: true }],
};

describe('the reader pool', () => {
  it.each([1, 3])('reads with %s threads what the inline reader reads', async (threads) => {
    const reader = readerPool({ threads });
    pool = reader;
    const pages = Array.from({ length: 20 }, (_, i) => request(`<title>${i}</title><a href=/${i}>link</a>`));
    const read = await Promise.all(pages.map((page) => reader.read(page)));
    expect(read).toEqual(await Promise.all(pages.map((page) => inlineReader().read(page))));
  });

  it('makes on its threads what the analyses of a build make of a page', async () => {
    const worker = new URL('../../support/reading/counting-reader.ts', import.meta.url);
    pool = readerPool({ threads: 1, worker });
    const page = request('<title>Owls</title><p>Owls of the forest</p>');
    const read = await pool.read(page);
    expect(read).toEqual(await inlineReader({ analyses: [wordCount] }).read(page));
    if (read.kind !== 'page') throw new Error(read.kind);
    expect(JSON.parse(read.content.rest)).toMatchObject({ analysis: { wordCount: 4 } });
  });

  it('judges on its threads, between pages, what the inline reader judges', async () => {
    const reader = readerPool({ threads: 1 });
    pool = reader;
    const topic = termTopic('90: owls=B');
    const content = { title: 'Owls', metadata: {}, headings: [], text: 'of the forest' };
    const judged = { url: request('').url, urlSettings: parseOnly, content, topic };
    const broken = { ...judged, content: {} as typeof content };
    const [page, verdict, failed, last] = await Promise.all([
      reader.read({ ...request('<title>Owls</title>'), topic }),
      reader.judge(judged),
      reader.judge(broken),
      reader.judge(judged),
    ]);
    expect(page).toMatchObject({ content: { topic: { relevant: true } } });
    expect(verdict).toMatchObject({ kind: 'judged', verdict: { relevant: true, score: 900 } });
    expect(verdict).toEqual(await inlineReader().judge(judged));
    expect(failed).toMatchObject({ kind: 'unreadable' });
    expect(last).toEqual(verdict);
    const detected = { ...content, language: 'en', detectedLanguage: { code: 'sv' } };
    const filters = topic.filters.map((one) => ({ ...one, onlyIn: ['en'] }));
    expect(await reader.judge({ ...judged, content: detected, topic: { ...topic, filters } })).toMatchObject({
      verdict: { relevant: false },
    });
  });

  it('says that it is behind while pages pile up that its threads have to read', async () => {
    const reader = readerPool({ threads: 1 });
    pool = reader;
    const reads = Array.from({ length: 20 }, (_, i) => reader.read(request(`${i}`)));
    expect(reader.isBehind()).toBe(true);
    await Promise.all(reads);
    expect(reader.isBehind()).toBe(false);
  });

  it('gives up a page that takes too long, and reads those behind it', async () => {
    pool = readerPool({ threads: 1, deadlineMs: 500 });
    const [hung, ...others] = await Promise.all(
      [endless, request('a'), request('b'), request('c')].map(pool.read),
    );
    expect(hung).toEqual({ kind: 'unreadable', detail: 'reading it took longer than 500 ms' });
    expect(others.map((result) => result.kind === 'page' && JSON.parse(result.content.rest).text)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('reads the pages behind a slow one meanwhile, those that were with its thread already too', async () => {
    pool = readerPool({ threads: 1, patienceMs: 100, deadlineMs: 4_000 });
    const over: string[] = [];
    const read = (page: ReadRequest, name: string) => pool?.read(page).then(() => over.push(name));
    await Promise.all([
      read(endless, 'endless'),
      ...['a', 'b', 'c'].map((name) => read(request(name), name)),
    ]);
    expect(over).toHaveLength(4);
    expect(over.at(-1)).toBe('endless');
  });

  it.each([
    ['outside of the heap', 'hoard', 'reading it took more than 100 MB of memory'],
    // V8 itself can be first to end the thread.
    ['in objects', 'objects', expect.stringContaining('memory')],
  ])('gives up a page that takes more memory %s than a page may', async (_, title, detail) => {
    const worker = new URL('../../support/reading/hoarding-reader.ts', import.meta.url);
    pool = readerPool({ threads: 1, maxExternalMb: 100, maxHeapMb: 100, worker });
    const [bad, good] = await Promise.all([
      pool.read(request(`<title>${title}</title>`)),
      pool.read(request('<title>well</title>')),
    ]);
    expect(bad).toEqual({ kind: 'unreadable', detail });
    expect(good).toMatchObject({ kind: 'page', content: { title: 'well' } });
  });

  it('waits for no native call that cannot be ended, and starts threads beside it up to a bound', async () => {
    const worker = new URL('../../support/reading/stuck-reader.mjs', import.meta.url);
    pool = readerPool({ threads: 1, patienceMs: 50, deadlineMs: 100, waitMs: 3_000, worker });
    const stuck = { kind: 'unreadable', detail: 'reading it took longer than 100 ms' };
    expect(await pool.read(request('native'))).toEqual(stuck);
    expect(await pool.read(request('a'))).toEqual({ kind: 'unsupported', mediaType: 'a' });
    expect(
      await Promise.all(['native', 'native', 'native'].map((page) => pool?.read(request(page)))),
    ).toEqual([...[stuck, stuck, stuck]]);
    await expect(pool.read(request('b'))).rejects.toMatchObject({ code: 'unavailable' });
    const after = readerPool({ threads: 1, waitMs: 60_000, worker });
    expect(await after.read(request('c'))).toMatchObject({ mediaType: 'c' });
    await after.close();
  });

  it('reads again once threads that could not be ended have ended', async () => {
    const worker = new URL('../../support/reading/stuck-reader.mjs', import.meta.url);
    pool = readerPool({ threads: 1, patienceMs: 50, deadlineMs: 100, worker });
    const pages = ['native', 'native', 'native', 'native', 'loop', 'a'];
    const read = await Promise.all(pages.map((page) => pool?.read(request(page))));
    expect(read.map((one) => one?.kind)).toEqual([...Array(5).fill('unreadable'), 'unsupported']);
  });

  it('names links as the job of each page does, also on a thread that took the place of another', async () => {
    pool = readerPool({ threads: 1, deadlineMs: 500 });
    const link = '<a href="/a//b?SID=1">x</a>';
    const slashes = { ...parseOnly, collapseSlashes: true };
    const sessions = { ...parseOnly, removeSessionIds: true, sessionIds: ['SID'] };
    const jobs = [slashes, sessions, sessions, parseOnly, slashes];
    const pages: readonly ReadRequest[] = [
      ...jobs.map((urlSettings) => ({ ...request(link), urlSettings })),
      { ...endless, urlSettings: sessions },
      { ...request(link), urlSettings: sessions },
    ];
    const read = await Promise.all(pages.map(pool.read));
    const targets = read.map((one) => (one.kind === 'page' ? one.content.targets.join() : one.kind));
    expect(targets).toEqual([
      'http://example.org/a/b?SID=1',
      'http://example.org/a//b',
      'http://example.org/a//b',
      'http://example.org/a//b?SID=1',
      'http://example.org/a/b?SID=1',
      'unreadable',
      'http://example.org/a//b',
    ]);
  });

  it('takes a body that is a view of a larger buffer', async () => {
    pool = readerPool({ threads: 1 });
    const result = await pool.read(request(Buffer.from('xx<p>body</p>yy').subarray(2, 13)));
    expect(result.kind === 'page' && JSON.parse(result.content.rest).text).toBe('body');
  });

  it('rejects what is unread when it is closed, and everything after', async () => {
    const reader = readerPool({ threads: 1 });
    const pending = reader.read(endless);
    const refused = expect(pending).rejects.toMatchObject({ code: 'unavailable' });
    await reader.close();
    await refused;
    await expect(reader.read(request('x'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
