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
  'aria-controls'?: string;
  'aria-expanded'?: string;
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

/** Those that are read of elements that speak, by name in lower case. */
export const spoken = [
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
      'aria-controls',
      'aria-expanded',
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
