import { expect, it } from 'vitest';
import { type Answer, reharvest, smallCrawl } from '../small-crawl.ts';

const url = 'https://a.example/bogs';
const whole: Answer = { body: '<title>Bogs</title><p>Sundews grow in bogs. Butterworts, too.' };
const half: Answer = { body: '<title>Bogs</title><p>Sundews grow in b', endedEarly: true };
const longer: Answer = { body: '<title>Bogs</title><p>Sundews grow in bogs. Butterw', endedEarly: true };

/** What is stored of a page that answers so, one visit after the other. */
async function storedAfter(answers: readonly Answer[]) {
  const crawl = await smallCrawl({ [url]: answers[0] as Answer }, { seeds: [url] });
  await crawl.run();
  for (const answer of answers.slice(1)) {
    crawl.web[url] = answer;
    await crawl.stores.clock.advance(5 * 86_400_000);
    await reharvest(crawl);
    await crawl.run();
  }
  const outcome = await crawl.outcome(url);
  const texts = (await crawl.changes()).flatMap(({ record }) => (record === undefined ? [] : [record.text]));
  crawl.close();
  return { outcome, texts };
}

it('a stored page is never replaced by a body that ended early', async () => {
  const { outcome, texts } = await storedAfter([whole, half]);
  expect(outcome).toMatch(/^failed/);
  expect(texts.some((text) => text.endsWith('grow in b'))).toBe(false);
});

it('a page of which only the beginning is known is replaced by another beginning, and by the whole', async () => {
  const { texts } = await storedAfter([half, longer, whole]);
  expect(texts.map((text) => text.slice(-8))).toEqual(
    [' in b', 'Butterw', 'ts, too.'].map((end) => expect.stringContaining(end)),
  );
});
