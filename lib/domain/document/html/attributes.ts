/** The attributes of one tag that we read, entities decoded; of several with one name the first counts. */
export interface Attributes {
  href?: string;
  'xlink:href'?: string;
  src?: string;
  srcdoc?: string;
  rel?: string;
  type?: string;
  alt?: string;
  content?: string;
  name?: string;
  property?: string;
  'http-equiv'?: string;
  lang?: string;
  'xml:lang'?: string;
  class?: string;
  id?: string;
  role?: string;
  itemprop?: string;
  itemtype?: string;
  itemscope?: string;
  itemid?: string;
  style?: string;
  hidden?: string;
  'aria-hidden'?: string;
  datetime?: string;
  title?: string;
  start?: string;
  checked?: string;
  reversed?: string;
  value?: string;
  hreflang?: string;
  action?: string;
  method?: string;
  colspan?: string;
  rowspan?: string;
  srcset?: string;
  'data-src'?: string;
  'data-srcset'?: string;
  'data-original'?: string;
  'data-lazy-src'?: string;
  'data-lazy-srcset'?: string;
  'data-lang'?: string;
  'data-language'?: string;
  alttext?: string;
  display?: string;
  encoding?: string;
}

/** Where an anchor leads: those of SVG and MathML may say it by the name of XLink. */
export function hrefOf(attributes: Attributes): string | undefined {
  return attributes.href ?? attributes['xlink:href'];
}

/** Puts together the attributes of one tag after the other from a tokenizer's pieces of `source`. */
export interface AttributeReader {
  /** A tag starts; when it is not `wanted`, its attributes are passed over. */
  begin(wanted: boolean): void;
  name(start: number, end: number): void;
  data(start: number, end: number): void;
  entity(codepoint: number): void;
  end(): void;
  /** What the tag had. */
  take(): Attributes;
}

/** Those that are read of elements that speak, by name in lower case. */
const spoken = [
  'href',
  'xlink:href',
  'src',
  'srcdoc',
  'rel',
  'type',
  'alt',
  'content',
  'name',
  'property',
  'http-equiv',
  'lang',
  'xml:lang',
] as const satisfies readonly (keyof Attributes)[];

/** How many of the attributes are read where no tree is wanted, the first ones. */
export const spokenAttributes = spoken.length;

/** All that are read of the elements of a tree. */
export const attributeNames = [
  ...spoken,
  ...([
    ...[
      'class',
      'id',
      'role',
      'itemprop',
      'itemtype',
      'itemscope',
      'itemid',
      'style',
      'hidden',
      'aria-hidden',
    ],
    ...[
      'datetime',
      'title',
      'start',
      'checked',
      'reversed',
      'value',
      'hreflang',
      'action',
      'method',
      'colspan',
      'rowspan',
    ],
    ...['srcset', 'data-src', 'data-srcset', 'data-original', 'data-lazy-src', 'data-lazy-srcset'],
    ...['data-lang', 'data-language', 'alttext', 'display', 'encoding'],
  ] as const satisfies readonly (keyof Attributes)[]),
];

const names: ReadonlyMap<string, keyof Attributes> = new Map(spoken.map((name) => [name, name]));
const none: Attributes = Object.freeze({});

export function attributeReader(source: string): AttributeReader {
  let wanted = false;
  let attributes: Attributes = none;
  let current: keyof Attributes | undefined;
  let value = '';
  return {
    begin(isWanted) {
      wanted = isWanted;
      attributes = wanted ? {} : none;
      current = undefined;
    },
    name(start, end) {
      if (!wanted) return;
      const written = source.slice(start, end);
      const name = names.get(written) ?? names.get(written.toLowerCase());
      current = name !== undefined && attributes[name] === undefined ? name : undefined;
      value = '';
    },
    data(start, end) {
      if (current !== undefined) value += source.slice(start, end);
    },
    entity(codepoint) {
      if (current !== undefined) value += String.fromCodePoint(codepoint);
    },
    end() {
      if (current !== undefined) attributes[current] = value;
      current = undefined;
    },
    take: () => attributes,
  };
}
