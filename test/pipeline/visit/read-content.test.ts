import { beforeAll, expect, it } from 'vitest';
import { loadDetector } from '../../../lib/base/language/load-detector.ts';
import { record as recordOperation } from '../../../lib/operations/collection/record.ts';
import { viewRecord } from '../../../lib/pipeline/report/view-record.ts';
import { defaultContentSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { shownBy } from '../../support/viewed.ts';
import { type SmallCrawl, smallCrawl } from '../small-crawl.ts';

// The clock of the crawl does not wait for a module to load.
beforeAll(loadDetector);

const url = 'https://a.example/apples';
const prose = 'Apples are picked in autumn, when they come off the branch with a turn of the hand. ';
const body = `<html lang=de><title>Apples</title><meta name=author content="Ann Smith"><nav><a href=/>Home</a></nav>
  <main><h1>Apples</h1><p>${prose.repeat(3)}<time datetime=2024-05-06>today</time></main>`;

async function shown(crawl: SmallCrawl) {
  await crawl.run();
  const view = await viewRecord(crawl.ports, await crawl.job(), url);
  crawl.close();
  if (view?.record === undefined) throw new Error('there is no record');
  return { record: view.record, text: shownBy(recordOperation, view) };
}

it('a record has main content, Markdown and detected language where the job wants them, and shows them', async () => {
  const content = { ...defaultContentSettings, language: true, main: true, markdown: 'both' } as const;
  const { record, text } = await shown(
    await smallCrawl({ [url]: { body } }, { seeds: [url], settings: { content } }),
  );
  expect(record).toMatchObject({
    language: 'de',
    detectedLanguage: { code: 'en' },
    main: { kind: 'article', author: 'Ann Smith', published: '2024-05-06' },
  });
  expect(record.main?.text).not.toContain('Home');
  expect(record.main?.markdown).toMatch(/^# Apples\n\nApples are picked/);
  expect(record.markdown).toContain('[Home](https://a.example/)');
  expect(text).toMatch(/detected +en, confidence 0\.\d\d\n/);
  expect(text).toMatch(/kind +article\nauthor +Ann Smith\npublished +2024-05-06\n/);
});

it('a record has none of them by default', async () => {
  const { record } = await shown(await smallCrawl({ [url]: { body } }, { seeds: [url] }));
  expect(Object.keys(record)).not.toEqual(expect.arrayContaining(['main']));
  expect([record.markdown, record.detectedLanguage]).toEqual([undefined, undefined]);
});

it('a filter can ask for the language that a page is in, whatever it declares', async () => {
  const kept = async (languages: readonly string[], detects: boolean) => {
    const { filters, ...others } = termTopic('90: apples=A');
    const topic = { ...others, filters: filters.map((one) => ({ ...one, onlyIn: languages })) };
    const content = { ...defaultContentSettings, language: detects };
    const crawl = await smallCrawl({ [url]: { body } }, { seeds: [url], settings: { topic, content } });
    await crawl.run();
    const outcome = await crawl.outcome(url);
    crawl.close();
    return outcome;
  };
  expect(await Promise.all([kept(['en'], true), kept(['de'], true)])).toEqual(['stored', 'off-topic']);
  expect(await Promise.all([kept(['en'], false), kept(['de'], false)])).toEqual(['off-topic', 'stored']);
});
