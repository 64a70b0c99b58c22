import { describe, expect, it } from 'vitest';
import { textSketch } from '../../../lib/base/likeness/text-sketch.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { emptyMemory, enterPage, type PageNovelty } from '../../../lib/domain/yield/memory.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const url = 'http://a.example/' as CanonicalUrl;
const random = seededRandom(5);
const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] as string;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const words = Array.from({ length: 3_000 }, () => Array.from({ length: 7 }, () => pick(letters)).join(''));
const sentence = (): string => `${Array.from({ length: 14 }, () => pick(words)).join(' ')}.`;
const pool = Array.from({ length: 4_000 }, sentence);
const textOf = (make: () => string): string => Array.from({ length: 150 }, make).join(' ');

function met(texts: readonly string[]): PageNovelty[] {
  const memory = emptyMemory();
  return texts.map((text) => enterPage(memory, textSketch(url, { title: '', text, links: [] })));
}

describe('what pages of a host said lately', () => {
  it('does not make a page old that says known sentences in a new combination', () => {
    const pages = met(Array.from({ length: 100 }, () => textOf(() => pick(pool))));
    expect(pages.filter(({ share }) => share < 0.03).length).toBeLessThan(3);
  });

  it('knows a page again forty pages later by its marks', () => {
    const texts = Array.from({ length: 41 }, () => textOf(sentence));
    const pages = met([...texts, texts[0] as string]);
    expect(pages.slice(0, 41).filter(({ share }) => share === 0)).toEqual([]);
    expect(pages.at(-1)).toMatchObject({ words: 0, share: 0 });
  });
});
