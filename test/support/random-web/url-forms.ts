import type { Asked } from '../trap-web/section.ts';
import type { Dice } from '../trap-web/text/prose.ts';
import { adjectives, nouns, verbs } from '../trap-web/text/vocabulary.ts';

/** How a section writes the numbers of its pages into URLs, and reads them back. */
export interface UrlForm {
  readonly name: string;
  /** Path and query. @param key a whole number from 0 to 2⁴⁰ */
  write(at: string, key: number): string;
  /** Undefined: no URL of this form. */
  read(at: string, asked: Asked): number | undefined;
}

const idBits = 48n;
const idMask = (1n << idBits) - 1n;
const odd = 0x5deece66d1n;
const inverse = inverseOf(odd);

/** A number in a disguise of 12 hexadecimal digits: what a program made up. */
export function idOf(key: number): string {
  return ((BigInt(key) * odd) & idMask).toString(16).padStart(12, '0');
}

function keyOf(id: string): number | undefined {
  if (!/^[0-9a-f]{12}$/.test(id)) return undefined;
  const key = Number((BigInt(`0x${id}`) * inverse) & idMask);
  return key <= 2 ** 40 ? key : undefined;
}

/** By Newton's iteration, modulo a power of two. */
function inverseOf(value: bigint): bigint {
  let x = value;
  for (let i = 0; i < 6; i++) x = (x * (2n - value * x)) & idMask;
  return x & idMask;
}

const lists = [adjectives, nouns, verbs, nouns];

/** A number in words, other ones for each. */
export function wordsOf(key: number): string {
  let rest = key;
  const words: string[] = [];
  for (let i = 0; i < lists.length && (rest > 0 || i < 2); i++) {
    const list = lists[i] as readonly string[];
    words.push(list[rest % list.length] as string);
    rest = Math.floor(rest / list.length);
  }
  return words.join('-');
}

function keyOfWords(text: string): number | undefined {
  let key = 0;
  let unit = 1;
  for (const [i, word] of text.split('-').entries()) {
    const list = lists[i];
    const at = list?.indexOf(word) ?? -1;
    if (list === undefined || at < 0) return undefined;
    key += at * unit;
    unit *= list.length;
  }
  return key;
}

/** Numbers that words can write. */
export const mostInWords = lists.reduce((product, list) => product * list.length, 1) - 1;

type Codec = readonly [(key: number) => string, (text: string) => number | undefined];
const codecs = {
  number: [String, (text) => (/^\d{1,13}$/.test(text) ? Number(text) : undefined)],
  id: [idOf, keyOf],
  words: [wordsOf, keyOfWords],
} satisfies Record<string, Codec>;

/** Where a key stands: `@` in the path behind the section's own, or in its query. */
const places = [
  '/@',
  '/@/',
  '/@.html',
  '/view/@',
  '/p-@',
  '/@/show',
  '?id=@',
  '?view=full&id=@',
  ';s=@/page',
  ';sid=@',
  '/go;id=@?from=list',
  '/a/@/b',
] as const;

export const urlForms: readonly UrlForm[] = Object.entries(codecs).flatMap(([codec, [write, read]]) =>
  places.map((place): UrlForm => {
    const [before = '', after = ''] = place.split('@');
    return {
      name: place.replace('@', codec),
      write: (at, key) => `${at}${before}${write(key)}${after}`,
      read(at, { href }) {
        if (!href.startsWith(at + before) || !href.endsWith(after)) return undefined;
        return read(href.slice(at.length + before.length, href.length - after.length));
      },
    };
  }),
);

export function formNamed(name: string): UrlForm {
  const form = urlForms.find((one) => one.name === name);
  if (form === undefined)
    throw new Error(`no form ${name}; there are ${urlForms.map((one) => one.name).join(' ')}`);
  return form;
}

export function anyForm(roll: Dice): UrlForm {
  return roll.pick(urlForms);
}
