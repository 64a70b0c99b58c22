import type { BlockAttributes } from './block.ts';

const names: ReadonlyMap<string, keyof BlockAttributes> = new Map(
  (
    [
      'class',
      'id',
      'role',
      'itemprop',
      'itemtype',
      'href',
      'src',
      'alt',
      'rel',
      'style',
      'hidden',
      'aria-hidden',
      'datetime',
      'content',
      'name',
      'property',
      'type',
      'title',
      'start',
      'itemscope',
      'itemid',
      'hreflang',
      'action',
      'method',
      'value',
    ] as const
  ).map((name) => [name, name]),
);

/** Whether a name may be one of them, by its length and first letter: most names of a page are not cut out of it. */
const longest = 16;
const mayBeName = new Uint8Array(longest * 32);
for (const name of names.keys()) mayBeName[name.length * 32 + (name.charCodeAt(0) & 31)] = 1;

/** Most elements have none. */
const none: BlockAttributes = Object.freeze({});

/** Attributes longer than this are cut off: none of them is text that people read. UTF-16 units. */
const maxValue = 10_000;

/** Puts together the attributes of one tag after the other from a tokenizer's pieces of `source`. */
export function blockAttributeReader(source: string) {
  let attributes = none;
  let current: keyof BlockAttributes | undefined;
  let value = '';
  return {
    begin() {
      attributes = none;
      current = undefined;
    },
    name(start: number, end: number) {
      current = undefined;
      const length = end - start;
      if (length >= longest || mayBeName[length * 32 + (source.charCodeAt(start) & 31)] === 0) return;
      const written = source.slice(start, end);
      const name = names.get(written) ?? names.get(written.toLowerCase());
      if (name === undefined || attributes[name] !== undefined) return;
      current = name;
      value = '';
    },
    data(start: number, end: number) {
      if (current !== undefined) value += source.slice(start, Math.min(end, start + maxValue));
    },
    entity(codePoint: number) {
      if (current !== undefined) value += String.fromCodePoint(codePoint);
    },
    end() {
      if (current === undefined) return;
      if (attributes === none) attributes = {};
      attributes[current] = value;
      current = undefined;
    },
    take: () => attributes,
  };
}
