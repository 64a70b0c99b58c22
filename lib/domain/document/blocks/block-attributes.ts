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

/** Most elements have none. */
const none: BlockAttributes = Object.freeze({});
const hyphen = 0x2d;
const letterD = 0x64;

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
      // `data-…`, of which pages are full.
      if (source.charCodeAt(start + 4) === hyphen && source.charCodeAt(start) === letterD) return;
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
