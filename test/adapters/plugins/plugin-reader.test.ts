import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { maxFailures, restMs } from '../../../lib/adapters/plugins/plugin-health.ts';
import { type PluginHost, pluginHost } from '../../../lib/adapters/plugins/plugin-host.ts';
import { readerWithPlugins } from '../../../lib/adapters/plugins/plugin-reader.ts';
import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import { minHashesOf } from '../../../lib/base/likeness/min-hashes.ts';
import type {
  PluginFilterSettings,
  PluginSettings,
} from '../../../lib/base/setting-kinds/plugin-settings.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';
import type { ReadRequest, WrittenPage } from '../../../lib/ports/web.ts';
import { defaultTerms } from '../../../lib/topic/judging/term-filter.ts';
import type { FilterSettings, TopicSettings } from '../../../lib/topic/judging/topic-settings.ts';
import { defaultContentSettings, testSettings } from '../../support/settings.ts';

const modules: Readonly<Record<string, string>> = {
  hostile: '../../fixtures/plugins/hostile.mjs',
  'between-marks': '../../../examples/plugins/between-marks.ts',
  'reading-time': '../../../examples/plugins/reading-time.ts',
  'well-described': '../../../examples/plugins/well-described.ts',
};
const urlOf = (digest: string): string | undefined =>
  modules[digest] && pathToFileURL(fileURLToPath(new URL(modules[digest], import.meta.url))).href;

let host: PluginHost | undefined;
let now = 0;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

const plugin = (digest: string, more: Partial<PluginSettings> = {}): PluginSettings => {
  return { id: digest, file: `${digest}.ts`, digest, options: {}, deadlineMs: 500, ...more };
};
const asFilter = (digest: string, more: Partial<PluginSettings> = {}): PluginFilterSettings => {
  return { kind: 'plugin', ...plugin(digest, more) };
};
const topic = (filters: readonly FilterSettings[], match: 'all' | 'any' = 'all'): TopicSettings => {
  return { filters, match, sitesOk: ['always'], followOffTopic: false };
};
const request = (html: string, more: Partial<ReadRequest> = {}): ReadRequest => ({
  url: 'http://example.org/' as CanonicalUrl,
  body: Buffer.from(html),
  contentType: 'text/html',
  urlSettings: parseOnly,
  extract: [],
  product: 'winnow',
  ...more,
});

async function read(...requests: readonly ReadRequest[]): Promise<readonly WrittenPage[]> {
  host ??= pluginHost({ moduleOf: urlOf, now: () => now });
  const reader = readerWithPlugins(inlineReader(), host);
  return Promise.all(requests.map((one) => reader.read(one)));
}
const recordOf = (page: WrittenPage | undefined) =>
  page?.kind === 'page' ? JSON.parse(page.content.rest) : page;

const owls = { ...defaultTerms, definition: '100: owls=B\n' };

describe('an analyser', () => {
  it('adds fields to the record of a page, beside those of extract', async () => {
    const extract = [{ field: 'h', selector: 'h1', type: 'string', many: false }] as const;
    const html = `<title>t</title><h1>Owls</h1>${'word '.repeat(500)}<a href="http://b.example/x">b</a>`;
    const analysers = [plugin('reading-time', { options: { wordsPerMinute: 100 } })];
    const [page] = await read(request(html, { analysers, extract }));
    expect(recordOf(page).fields).toEqual({
      h: 'Owls',
      words: 502,
      'reading-minutes': 5,
      'linked-hosts': ['b.example'],
    });
  });

  it('that fails leaves the page as it is, says so in its record, and is counted', async () => {
    const analysers = [plugin('hostile'), plugin('reading-time')];
    const [good, bad] = await read(
      request('<title>good</title>', { analysers }),
      request('<title>throws</title>', { analysers }),
    );
    expect(recordOf(good)).toMatchObject({ fields: { found: 'good', words: 0 } });
    expect(recordOf(good).pluginFailures).toBeUndefined();
    expect(recordOf(bad)).toMatchObject({
      fields: { words: 0 },
      pluginFailures: ['hostile: TypeError: no such thing'],
    });
    expect(bad).toMatchObject({ kind: 'page', failedPlugins: ['hostile'] });
  });

  it('replaces the main content of a page, for later plug-ins and for finding near-duplicates too', async () => {
    const words = 'owls hunt at night over the fields and woods of the valley and sleep by day';
    const html = `<p>Menu<h1>Owls</h1><p>${words}<p>End<p>${'other words '.repeat(50)}`;
    const content = { ...defaultContentSettings, nearDuplicates: 'mark' } as const;
    const between = plugin('between-marks', { options: { end: 'End' } });
    const [page, plain, none] = await read(
      request(html, { analysers: [between, plugin('hostile')], content }),
      request(html, { content }),
      request(html, { analysers: [plugin('between-marks', { options: { end: 'Fin' } })], content }),
    );
    expect(recordOf(page)).toMatchObject({ main: { kind: 'article', text: words } });
    expect(recordOf(page).fields).toBeUndefined();
    expect(recordOf(page).minHashes).not.toBe(recordOf(plain).minHashes);
    expect(page).toMatchObject({ content: { minHashes: minHashesOf(words) } });
    expect(recordOf(none)).toEqual(recordOf(plain));
  });

  it('is not asked of pages that are refused without it', async () => {
    const analysers = [plugin('reading-time')];
    const [page] = await read(request('no birds', { analysers, topic: topic([owls]) }));
    expect(recordOf(page)).toMatchObject({ topic: { relevant: false } });
    expect(recordOf(page).fields).toBeUndefined();
  });
});

describe('a filter that is a plug-in', () => {
  it('says its word in the chain, with its evidence', async () => {
    const filters = [owls, asFilter('well-described', { options: { minWords: 10 } })];
    const text = 'owls and other birds of the night that hunt without a sound';
    const [wordy, poor, off] = await read(
      request(text, { topic: topic(filters) }),
      request('owls owls', { topic: topic(filters) }),
      request(text.replace('owls', 'cats'), { topic: topic(filters) }),
    );
    expect(recordOf(wordy).topic).toMatchObject({
      relevant: true,
      filter: 'well-described',
      kind: 'plugin',
      classes: [{ id: 'described', share: 1, evidence: [{ term: '12 words', score: 0 }, {}, {}] }],
      chain: [
        { filter: 'terms', relevant: true, score: 100 },
        { filter: 'well-described', relevant: true },
      ],
    });
    expect(poor).toMatchObject({ content: { topic: { relevant: false, filter: 'well-described' } } });
    expect(off).toMatchObject({ content: { topic: { relevant: false, filter: 'terms' } } });
  });

  it('can be the only one, and sees what analysers found', async () => {
    const only = topic([asFilter('hostile')]);
    const [good, site] = await read(
      request('<title>good</title>', { topic: only, analysers: [plugin('reading-time')] }),
      request('<title>throws</title>', { topic: only, url: 'http://always.example/' as CanonicalUrl }),
    );
    expect(recordOf(good).topic).toEqual({
      ...{ relevant: true, filter: 'hostile', kind: 'plugin', score: 2, classes: [] },
    });
    expect(recordOf(site).topic).toMatchObject({ relevant: true, site: 'always' });
  });

  it.each([
    ['throws', 'TypeError: no such thing'],
    ['rejects', 'later'],
    ['hangs', 'it took longer than 500 ms'],
    ['waits', 'it took longer than 500 ms'],
    ['exits', 'its thread ended with code 3'],
    ['throws later', 'its thread died: nobody waits for this'],
    ['answers', 'it answered in its thread’s stead'],
    ['answers first', 'it answered in its thread’s stead'],
    ['answers as its thread does', 'it answered in its thread’s stead'],
    ['big', 'TypeError: Do not know how to serialize a BigInt'],
    ['long', 'it returned 2000008 characters, at most 1000000'],
    ['circle', /TypeError: Converting circular structure to JSON/],
    ['nonsense', 'it returned nonsense: expected { relevant, score }, got 5'],
    ['nothing', 'it returned nonsense: expected { relevant, score }, got nothing'],
  ])('that %s leaves the page undecided, and the next page is judged', async (act, why) => {
    const hostile = topic([owls, asFilter('hostile')]);
    const [failed, next] = await read(
      request(`<title>${act}</title>owls`, { topic: hostile }),
      request('<title>good</title>owls', { topic: hostile }),
    );
    const detail = typeof why === 'string' ? `hostile: ${why}` : expect.stringMatching(why);
    expect(failed).toEqual({ kind: 'undecided', detail, failedPlugins: ['hostile'] });
    expect(recordOf(next).topic).toMatchObject({ relevant: true });
  });

  it.each(['grows', 'eats'])('that %s beyond its memory ends its own process, not ours', async (act) => {
    const hostile = topic([asFilter('hostile', { deadlineMs: 60_000 })]);
    const [failed, next] = await read(
      request(`<title>${act}</title>`, { topic: hostile }),
      request('<title>good</title>', { topic: hostile }),
    );
    expect(failed).toEqual({
      ...{ kind: 'undecided', failedPlugins: ['hostile'] },
      detail: expect.stringMatching(/^hostile: its thread died: .*memory/),
    });
    expect(recordOf(next).topic).toMatchObject({ relevant: true });
  });

  it('that posts what nobody asked for never has its answer taken for that of another page', async () => {
    const pages = ['answers first', 'good', 'better', 'answers as its thread does', 'good', 'better'];
    const found = await read(
      ...pages.map((title) => request(`<title>${title}</title>`, { topic: topic([asFilter('hostile')]) })),
    );
    expect(found.map((page) => recordOf(page).topic?.score)).toEqual([undefined, 2, 5, undefined, 2, 5]);
  });

  it('that posts after its answer ends its thread, and no answer is taken for another', async () => {
    const only = topic([asFilter('hostile')]);
    const [late] = await read(request('<title>answers afterwards</title>', { topic: only }));
    expect(recordOf(late).topic?.score).toBe(3);
    // The thread may end between two pages, or while one is judged: that one is judged again later.
    let undecided = 0;
    for (const [title, score] of [
      ['good', 2],
      ['better', 5],
      ['good', 2],
      ['better', 5],
    ] as const) {
      const [next] = await read(request(`<title>${title}</title>`, { topic: only }));
      if (next?.kind === 'undecided') undecided += 1;
      else expect(recordOf(next).topic?.score).toBe(score);
    }
    expect(undecided).toBeLessThanOrEqual(1);
  });

  it('sees nothing of what other plug-ins did to the page', async () => {
    const html = '<title>spoils</title><meta name="a" content="b"><h1>Owls</h1><a href="/x">x</a>';
    const more = { analysers: [plugin('hostile'), plugin('hostile', { id: 'second' })] };
    const [page] = await read(request(html, { ...more, topic: topic([asFilter('hostile')]) }));
    expect(recordOf(page)).toMatchObject({
      text: 'Owls\nx',
      fields: { was: 'Owls\nx,1,1,1,false' },
      topic: { classes: [{ id: 'Owls\nx,1,1,1,false' }] },
    });
    expect(recordOf(page).fields.spoilt).toBeUndefined();
  });

  it('that fails matters only where the verdict hangs on it', async () => {
    const any = topic([asFilter('hostile'), asFilter('well-described', { options: { minWords: 1 } })], 'any');
    const [page] = await read(request('<title>throws</title>five words are no list', { topic: any }));
    expect(recordOf(page)).toMatchObject({
      topic: { relevant: true, filter: 'well-described' },
      pluginFailures: ['hostile: TypeError: no such thing'],
    });
  });

  it('that fails again and again is switched off, and tried again later', async () => {
    const hostile = topic([asFilter('hostile')]);
    const broken = request('<title>throws</title>', { topic: hostile });
    const good = request('<title>good</title>', { topic: hostile });
    for (let times = 0; times < maxFailures; times += 1) await read(broken);
    expect(await read(good)).toMatchObject([
      {
        kind: 'undecided',
        detail: `hostile: switched off after ${maxFailures} failures in a row, the last: TypeError: no such thing`,
      },
    ]);
    now += restMs;
    expect(await read(good)).toMatchObject([{ kind: 'page' }]);
    expect(await read(broken, good)).toMatchObject([{ kind: 'undecided' }, { kind: 'page' }]);
  });

  it('judges what was stored before, too', async () => {
    host = pluginHost({ moduleOf: urlOf, now: () => 0 });
    const reader = readerWithPlugins(inlineReader(), host);
    const judge = (title: string, filters: readonly FilterSettings[]) =>
      reader.judge({
        url: 'http://example.org/' as CanonicalUrl,
        urlSettings: parseOnly,
        topic: topic(filters),
        content: { title, metadata: {}, headings: [], text: 'owls' },
      });
    const both = [owls, asFilter('hostile')];
    expect(await judge('good', both)).toMatchObject({
      kind: 'judged',
      verdict: { relevant: true, filter: 'hostile', chain: [{ filter: 'terms' }, { filter: 'hostile' }] },
    });
    expect(await judge('throws', both)).toMatchObject({
      kind: 'unreadable',
      detail: 'hostile: TypeError: no such thing',
    });
    expect(await judge('throws', [owls])).toMatchObject({ kind: 'judged', verdict: { relevant: true } });
  });

  it('that the installation does not have is no failure of the page', async () => {
    const [one] = [request('x', { topic: topic([asFilter('unknown')]) })];
    await expect(read(one as ReadRequest)).rejects.toMatchObject({ code: 'not-found' });
  });
});

it('a plug-in is checked before a crawl: that it loads, and that it exports what it is named for', async () => {
  host = pluginHost({ moduleOf: urlOf, now: () => 0 });
  await host.check({ file: 'a.ts', digest: 'reading-time' }, 'analyse');
  await expect(host.check({ file: 'a.ts', digest: 'reading-time' }, 'filter')).rejects.toThrow(
    'a.ts: it exports no function `filter`',
  );
});

it('what a reader lacks is known before a page is read: plug-ins of either role, and a database of countries', () => {
  host = pluginHost({ moduleOf: urlOf, now: () => 0 });
  const { ready } = readerWithPlugins(inlineReader(), host);
  const { analysis } = testSettings('a');
  expect(() => ready({ analysis, analysers: [plugin('reading-time')] })).not.toThrow();
  const missing = expect.objectContaining({ code: 'not-found', message: expect.stringContaining('gone.ts') });
  expect(() => ready({ analysis, analysers: [plugin('gone')] })).toThrow(missing);
  expect(() => ready({ analysis, topic: topic([asFilter('gone')]) })).toThrow(missing);
  const countries = { ...analysis, country: true, ipDatabase: fileURLToPath(import.meta.url) };
  expect(() => ready({ analysis: countries })).toThrow(expect.objectContaining({ code: 'config' }));
  expect(() => ready({ analysis: { ...countries, ipDatabase: 'nowhere.mmdb' } })).not.toThrow();
});
