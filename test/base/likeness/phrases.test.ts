import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Phrases, phraseReader, type WordMap, wordMap } from '../../../lib/base/likeness/phrases.ts';

const sign = 0x5bd1e995;

/** What `phraseReader` is held to: the same in plain words. */
function phrasesIn(text: string, signs: WordMap, limit: number, to: Phrases): void {
  let chain: number[] = [];
  let before = 0;
  let numberBefore = 0;
  const add = (...hashes: readonly number[]) => {
    const [first = 0, second = 0, third] = hashes;
    const phrase = third === undefined ? mixed(first, second) : mixed(mixed(first, second), third);
    if (phrase < limit && !hashes.includes(sign)) to.words.add(phrase);
  };
  const over = () => {
    if (chain.length === 1 && chain[0] !== sign) add(0, chain[0] as number);
    if (chain.length === 2) add(...chain);
    chain = [];
  };
  for (let at = 0; at <= text.length; at++) {
    const start = at;
    for (; at < text.length; at++) {
      const goesOn = /^[0-9.,:]+$/.test(text.slice(start, at)) && /^[.,:][0-9]/.test(text.slice(at));
      if (!isOfWord(text.charCodeAt(at)) && !goesOn) break;
    }
    const word = text.slice(start, at);
    if (word !== '') {
      const hash = hashOf(word);
      const isSign = signs.includes(hash & 65_535);
      const isNumber = /^[0-9][0-9.,:]*$/.test(word);
      const isWord = !/[0-9]/.test(word) && word.length <= 40 && !isSign;
      if (isNumber && !isOfDate(word)) {
        const number = mixed(before ^ numberBefore, hash);
        numberBefore = hash;
        if (number < limit) to.numbers.set(number, isSign ? 0 : hash);
      } else if (!/[0-9]/.test(word)) before = hash;
      const last = isWord ? hash : sign;
      if (last !== sign || chain.at(-1) !== sign) {
        chain.push(last);
        if (chain.length > 2) add(...chain.slice(-3));
      }
    }
    if (text[at] === '\n') numberBefore = 0;
    if (!/^[ '’-]$/.test(text[at] ?? '\n')) over();
  }
}

function isOfWord(unit: number): boolean {
  if (unit < 0xc0) return /[0-9a-z]/i.test(String.fromCharCode(unit));
  const isIn = (from: number, to: number) => unit >= from && unit < to;
  return !isIn(0x2000, 0x2070) && !isIn(0x3000, 0x3040) && !isIn(0xff00, 0xff10);
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    hash = Math.imul(hash ^ (unit < 0x80 ? word.charAt(at).toLowerCase().charCodeAt(0) : unit), 0x01000193);
  }
  return hash;
}

function isOfDate(number: string): boolean {
  const parts = number.split(/[.,:]/);
  if (parts.length === 2) return false;
  const most = parts.length === 1 ? 31 : 59;
  return parts.every((part) =>
    part.length === 4 ? /^(19|20)/.test(part) : part.length <= 2 && Number(part) <= most,
  );
}

function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ b;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

const empty = (): Phrases => ({ words: new Set(), numbers: new Map() });

const word = fc.oneof(
  fc.constantFrom(
    'the',
    'Lamp',
    'May',
    '7',
    '31',
    '32',
    '1999',
    '2100',
    '4711',
    '00012',
    '13.2',
    '04:35',
    '27.11.2026',
    '1,234.50',
    '12:34:56',
    'x7',
    'ÉTÉ',
    '×',
    'ÿ',
    'Ω',
  ),
  fc.constantFrom(
    'чай',
    '漢字',
    '٣',
    '\ud83d\ude00',
    '\ud83d',
    'a'.repeat(40),
    'b'.repeat(41),
    '9'.repeat(45),
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const between = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  '-',
  "'",
  '’',
  ', ',
  '\n',
  '  ',
  '\u3000',
  '\uff0f',
  '\u206f',
  '.',
  ':',
  '',
);
const texts = fc.array(fc.tuple(word, between), { maxLength: 40 }).map((pieces) => pieces.flat().join(''));
const limits = fc.constantFrom(2 ** 32, 2 ** 31, 2 ** 29, 1_234_567_890.5);

it('finds the phrases and numbers that are below its limit, in their order', () => {
  fc.assert(
    fc.property(
      texts,
      texts,
      limits,
      fc.constantFrom('', 'lamp/4711', 'чай 32 the'),
      (one, other, limit, signs) => {
        const map = wordMap(signs);
        const [found, expected] = [empty(), empty()];
        const read = phraseReader(map, limit);
        for (const text of [one, other]) {
          read([text], found);
          phrasesIn(text, map, limit, expected);
        }
        expect([...found.words]).toEqual([...expected.words]);
        expect([...found.numbers]).toEqual([...expected.numbers]);
      },
    ),
    { numRuns: 1_000 },
  );
});

it('reads many texts at once as if each stood alone', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 30 }), limits, (many, limit) => {
      const [found, expected] = [empty(), empty()];
      phraseReader(wordMap('the'), limit)(many, found);
      for (const text of many) phrasesIn(text, wordMap('the'), limit, expected);
      expect([...found.words]).toEqual([...expected.words]);
      expect([...found.numbers]).toEqual([...expected.numbers]);
    }),
  );
});

it('reads thousands of texts of one unit, each a phrase or a number', () => {
  const letters = Array.from({ length: 30_000 }, (_, i) => String.fromCharCode(0x4e00 + (i % 20_000)));
  const digits = Array.from({ length: 30_000 }, (_, i) => `${4_100 + (i % 5_000)}`);
  for (const many of [letters, digits]) {
    const [found, expected] = [empty(), empty()];
    phraseReader(wordMap(''), 2 ** 32)(many, found);
    let left = 65_536;
    for (const text of many) {
      phrasesIn(text.slice(0, left), wordMap(''), 2 ** 32, expected);
      left = Math.max(0, left - text.length);
    }
    expect(found).toEqual(expected);
  }
});

it('keeps the signs of readers apart, and reads no more than 65,536 units', () => {
  const [one, other] = [phraseReader(wordMap('red'), 2 ** 32), phraseReader(wordMap('blue'), 2 ** 32)];
  const [found, expected] = [empty(), empty()];
  for (const read of [one, other, one]) read(['a red lamp\na blue lamp'], found);
  for (const signs of ['red', 'blue'])
    phrasesIn('a red lamp\na blue lamp', wordMap(signs), 2 ** 32, expected);
  expect(found).toEqual(expected);
  const long = 'xy. '.repeat(30_000);
  const [first, all] = [empty(), empty()];
  phraseReader(wordMap(''), 2 ** 32)([`${'ab '.repeat(21_845)}c d e f`], first);
  phrasesIn(`${'ab '.repeat(21_845)}c`, wordMap(''), 2 ** 32, all);
  expect(first).toEqual(all);
  const many = empty();
  phraseReader(wordMap(''), 2 ** 32)([long], many);
  expect(many.words.size).toBe(1);
});
