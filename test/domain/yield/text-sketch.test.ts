import { expect, test } from 'vitest';
import type { CanonicalUrl } from '../../../lib/domain/url/url.ts';
import { emptyMemory, noveltyOf, remember } from '../../../lib/domain/yield/memory.ts';
import { type TextSketch, textSketch } from '../../../lib/domain/yield/text-sketch.ts';

const sketch = (path: string, title: string, text: string, anchors: readonly string[] = []): TextSketch =>
  textSketch(`http://example.org${path}` as CanonicalUrl, {
    ...{ title, text },
    links: anchors.map((anchor) => ({ anchor, place: 'main' as const })),
  });

const isSame = (a: TextSketch, b: TextSketch): boolean =>
  JSON.stringify(a.words.toSorted()) === JSON.stringify(b.words.toSorted());

test('months of a calendar say the same', () => {
  const may = sketch('/cal?m=2026-05', 'May 2026', 'There are no events in May 2026.\n1 2 3 4 5 6 7', [
    '1',
    '2',
  ]);
  const june = sketch('/cal?m=2026-06', 'June 2026', 'There are no events in June 2026.\n1 2 3 4 5 6 7', [
    '1',
  ]);
  expect(isSame(may, june)).toBe(true);
});

test('pages that repeat their own URL say the same', () => {
  const one = sketch('/old/wet-lamp', 'No /old/wet-lamp', 'We could not find /old/wet-lamp on this site.');
  const other = sketch('/old/red-barn', 'No /old/red-barn', 'We could not find /old/red-barn on this site.');
  expect(isSame(one, other)).toBe(true);
});

test('what stands in links is not what the page says itself', () => {
  const page = sketch('/shop', 'Goods', 'Goods\nThe blue lamp of York\nAll our goods are made by hand', [
    'The blue lamp of York',
  ]);
  expect(page.words).toHaveLength(1 + 5);
});

test('text of navigation, asides and footers is passed over where there is other text', () => {
  const text = 'Home Shop News\nA page about the lamps of a small town\nDid you know that nobody asks?';
  const start = text.indexOf('A page');
  const end = text.indexOf('Did');
  const url = 'http://example.org/x' as CanonicalUrl;
  const main = textSketch(url, { title: '', text, asides: [0, start, end], links: [] });
  const whole = textSketch(url, { title: '', text, links: [] });
  expect(main.words.length).toBeLessThan(whole.words.length);
  expect(whole.words).toEqual(expect.arrayContaining([...main.words]));
});

test('of a page that says much a sample is kept, and pages are compared by it', () => {
  const words = Array.from(
    { length: 3_000 },
    (_, i) =>
      `w${'abcdefghij'[i % 10]}${String.fromCharCode(97 + (i % 23))}${String.fromCharCode(97 + (i % 19))}`,
  );
  const long = sketch('/a', '', words.join(' '));
  expect(long.words.length).toBeLessThan(400);
  const memory = emptyMemory();
  remember(memory, long);
  expect(memory.once.size + memory.often.size).toBeLessThanOrEqual(160);
  expect(noveltyOf(memory, long).words).toBe(0);
  const other = sketch('/b', '', words.toReversed().join(' '));
  expect(noveltyOf(memory, other).words).toBeGreaterThan(500);
});
