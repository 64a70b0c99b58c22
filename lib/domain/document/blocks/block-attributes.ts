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

/** Attributes longer than this are cut off: none of them is text that people read. UTF-16 units. */
const maxValue = 10_000;

/** Puts together the attributes of one tag after the other from a tokenizer's pieces of `source`. */
export function blockAttributeReader(source: string) {
  let attributes: BlockAttributes = {};
  let current: keyof BlockAttributes | undefined;
  let value = '';
  return {
    begin() {
      attributes = {};
      current = undefined;
    },
    name(start: number, end: number) {
      const written = source.slice(start, end);
      const name = names.get(written) ?? names.get(written.toLowerCase());
      current = name !== undefined && attributes[name] === undefined ? name : undefined;
      value = '';
    },
    data(start: number, end: number) {
      if (current !== undefined) value += source.slice(start, Math.min(end, start + maxValue));
    },
    entity(codePoint: number) {
      if (current !== undefined) value += String.fromCodePoint(codePoint);
    },
    end() {
      if (current !== undefined) attributes[current] = value;
      current = undefined;
    },
    take: () => attributes,
  };
}
