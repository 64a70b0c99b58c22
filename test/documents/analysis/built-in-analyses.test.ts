import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import { sentencesOf } from '../../../lib/base/language/sentences.ts';
import type { PageContent } from '../../../lib/base/page/page-content.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';
import {
  type AnalysisSettings,
  defaultAnalysisSettings,
} from '../../../lib/documents/analysis/analysis-settings.ts';
import { countryByDomain } from '../../../lib/documents/analysis/country/country-by-domain.ts';
import { urlTags } from '../../../lib/documents/analysis/genre.ts';
import { textStatistics } from '../../../lib/documents/analysis/statistics.ts';
import { summaryOf } from '../../../lib/documents/analysis/summary.ts';
import { countryDatabase } from '../../support/analysis/country-database.ts';
import { defaultContentSettings } from '../../support/settings.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function analysisOf(
  page: { readonly url: string; readonly address?: string; readonly body?: string },
  settings: Partial<AnalysisSettings>,
): Promise<PageContent['analysis'] | string> {
  const result = await inlineReader().read({
    ...page,
    url: page.url as CanonicalUrl,
    body: Buffer.from(page.body ?? '<title>Owls</title><p>Owls hunt at night.'),
    contentType: 'text/html; charset=utf-8',
    urlSettings: parseOnly,
    extract: [],
    product: 'winnow',
    content: defaultContentSettings,
    analysis: { ...defaultAnalysisSettings, ...settings },
  });
  if (result.kind !== 'page') return JSON.stringify(result);
  return (JSON.parse(result.content.rest) as PageContent).analysis;
}

describe('the country of a server', () => {
  const database = join(directory, 'countries.mmdb');
  writeFileSync(database, countryDatabase({ '192.0.2': 'NO', '198.51': 'DK' }));
  const settings = { country: true, countries: ['example.com SE', 'b.example.com FI'], ipDatabase: database };
  const country = async (host: string, address?: string) =>
    await analysisOf({ url: `http://${host}/`, ...(address && { address }) }, settings);

  it('is what the list says of the longest part of its name', async () => {
    expect(await country('www.example.com')).toEqual({ country: { code: 'SE', by: 'list' } });
    expect(await country('a.b.example.com')).toEqual({ country: { code: 'FI', by: 'list' } });
  });

  it('is what the end of its name says, where that is of a country', async () => {
    expect(await country('www.example.de', '192.0.2.1')).toEqual({ country: { code: 'DE', by: 'domain' } });
    const codes = ['a.uk', 'a.edu', 'a.gov', 'xn--a.xn--p1ai', 'a.tv', 'a.io', 'a.org', 'localhost'].map(
      countryByDomain,
    );
    expect(codes).toEqual(['GB', 'US', 'US', 'RU', undefined, undefined, undefined, undefined]);
  });

  it('is what the database says of its address, which is named', async () => {
    const source = 'Test-Country 2025-11';
    expect(await country('example.org', '192.0.2.77')).toEqual({
      country: { code: 'NO', by: 'address', source },
    });
    expect(await country('example.org', '198.51.7.1')).toEqual({
      country: { code: 'DK', by: 'address', source },
    });
    for (const address of ['203.0.113.1', '2001:db8::1', 'nonsense', undefined])
      expect(await country('example.org', address)).toBeUndefined();
  });

  it('is unknown where the database is not there, and a damaged one says so', async () => {
    const page = { url: 'http://example.org/', address: '192.0.2.1' };
    const missing = join(directory, 'nothing.mmdb');
    expect(await analysisOf(page, { ...settings, ipDatabase: missing })).toBeUndefined();
    const damaged = join(directory, 'damaged.mmdb');
    writeFileSync(damaged, 'nothing');
    expect(await analysisOf(page, { ...settings, ipDatabase: damaged })).toMatch(
      /unreadable.*damaged.mmdb cannot be read/,
    );
  });
});

describe('what a URL says of its page', () => {
  it.each([
    ['https://www.example.org/', 'top start domain'],
    ['https://news.example.org/index.html', 'top start'],
    ['https://example.org/news/', 'start'],
    ['https://example.org/news/?page=2', ''],
    ['https://www.cs.example.edu/~smith/', 'start univ pers'],
    ['https://www.dur.ac.uk/courses/42', 'univ edu'],
    ['https://shop.example.com/products/7.html', 'prod'],
    ['https://example.org/research/abs/9.html', 'scien abs'],
    ['nonsense', ''],
  ])('%s: %s', (url, tags) => {
    expect([...urlTags(url)].join(' ')).toBe(tags);
  });
});

describe('the sentences of a text', () => {
  it('end with its full stops and its blocks', () => {
    expect(sentencesOf('Owls hunt. “They fly!” At night\nHome\n\nOne. two. 猫が好き。犬も。')).toEqual([
      'Owls hunt.',
      '“They fly!”',
      'At night',
      'Home',
      'One. two.',
      '猫が好き。',
      '犬も。',
    ]);
  });

  it('are found in time in any text', () => {
    for (const text of [
      '. '.repeat(500_000),
      ')'.repeat(1_000_000),
      'a '.repeat(500_000),
      '.)'.repeat(50_000),
    ]) {
      const start = process.cpuUsage();
      sentencesOf(text);
      textStatistics(text);
      summaryOf(text, 'a', 500);
      // Processor time, which a busy machine does not make longer: seconds where it grows with the square.
      expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
    }
  });
});

describe('the statistics of a text', () => {
  it('tell easy texts from hard ones', () => {
    const easy = textStatistics('The cat sat on the mat. It saw a rat run by. '.repeat(5));
    const hard = textStatistics(
      'Notwithstanding constitutional considerations, administrative responsibilities necessitate comprehensive documentation throughout organisational restructuring processes. '.repeat(
        4,
      ),
    );
    expect(easy).toEqual({ characters: 225, words: 60, sentences: 10, lix: 6 });
    expect(hard.lix).toBeGreaterThan(80);
  });

  it('have no measure of few words, nor of scripts without spaces', () => {
    expect(textStatistics('')).toEqual({ characters: 0, words: 0, sentences: 0 });
    expect(
      textStatistics('猫が好きです。犬も好きですよね本当に大好きなのです。'.repeat(60)).lix,
    ).toBeUndefined();
  });
});

describe('the summary of a text', () => {
  const text = [
    'Owls are birds of prey that hunt at night.',
    'Click here to log in to your account now.',
    'Most owls hunt small mammals, which they hear rather than see.',
    'The weather was fine on that particular Tuesday afternoon.',
    'Owls swallow their prey whole and bring up pellets.',
  ].join('\n');

  it('has the sentences that say what most of them say, in their order and within its length', () => {
    const summary = summaryOf(text, 'Owls', 110);
    expect(summary.length).toBeLessThanOrEqual(110);
    expect(summary).toBe(
      'Owls are birds of prey that hunt at night. Most owls hunt small mammals, which they hear rather than see.',
    );
    expect(summaryOf(text, 'Owls', 10)).toBe('');
    expect(summaryOf('', '', 100)).toBe('');
  });
});

it('what nobody wants is not made', async () => {
  expect(await analysisOf({ url: 'http://a.example.de/' }, {})).toBeUndefined();
  const all = { country: true, genre: true, statistics: true, summary: 100 };
  expect(Object.keys((await analysisOf({ url: 'http://a.example.de/' }, all)) as object)).toEqual([
    'country',
    'genre',
    'statistics',
  ]);
});
