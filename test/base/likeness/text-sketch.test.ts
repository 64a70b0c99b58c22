import { describe, expect, it, test } from 'vitest';
import { type TextSketch, textSketch } from '../../../lib/base/likeness/text-sketch.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { emptyMemory, enterPage } from '../../../lib/domain/yield/memory.ts';
import { dice, prose } from '../../support/trap-web/text/prose.ts';

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
  enterPage(memory, long);
  expect(memory.once.size + memory.often.size).toBeLessThanOrEqual(160);
  expect(enterPage(memory, long).words).toBe(0);
  const other = sketch('/b', '', words.toReversed().join(' '));
  expect(enterPage(memory, other).words).toBeGreaterThan(500);
});

describe('a text that was said long ago', () => {
  const text = (...keys: string[]): string => prose(dice(...keys), 60).join('\n');
  const others = Array.from({ length: 40 }, (_, n) => sketch(`/other/${n}`, '', text('other', String(n))));

  it('is known again after dozens of other pages, with other numbers', () => {
    const memory = emptyMemory();
    enterPage(memory, sketch('/a/1', '', `${text('same')}\nRequests so far: 4711`));
    for (const other of others) expect(enterPage(memory, other).words).toBeGreaterThan(10);
    expect(enterPage(memory, sketch('/a/2', '', `${text('same')}\nRequests so far: 4712`)).words).toBe(0);
  });

  it('is new when a page has it all around and says something of its own', () => {
    const memory = emptyMemory();
    for (const n of [1, 2]) enterPage(memory, sketch(`/a/${n}`, '', text('same')));
    expect(enterPage(memory, sketch('/a/3', '', `${text('same')}\n${text('own')}`)).words).toBeGreaterThan(
      10,
    );
  });
});
