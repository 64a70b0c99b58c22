import type { LinkPlace } from '../../base/links/link.ts';

/** What an element is to a reader of blocks: one table, so that a tag is looked up once. */
export interface BlockElement {
  /** In lower case. */
  readonly name: string;
  /** Of its own among the elements of a page. */
  readonly index: number;
  /** It has no content, nor an end tag. */
  readonly isVoid: boolean;
  /** Its content is not shown, or not text. */
  readonly isUnshown: boolean;
  /** It flows with the text around it; all others are blocks of their own. */
  readonly isInline: boolean;
  /** Inside a paragraph it ends the paragraph. */
  readonly endsParagraph: boolean;
  /** What its start ends, when that is open. */
  readonly implies: ImpliedEnd | undefined;
  /** What it says of the place of all that is in it. */
  readonly place: LinkPlace | undefined;
}

/** Elements that are ended, when they are open inside the nearest of `within`. */
export interface ImpliedEnd {
  readonly ends: ReadonlySet<string>;
  readonly within: ReadonlySet<string>;
}

const voids = setOf(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen',
);
const unshown = setOf('script style template iframe noembed noframes svg math object canvas audio video map');
const inline = setOf(
  'a abbr acronym b bdi bdo big cite code data del dfn em font g i img ins kbd label mark nobr output q rp rt ruby s samp ' +
    'small span strike strong sub sup time tt u var wbr br button input',
);
const impliedEnds: ReadonlyMap<string, ImpliedEnd> = new Map(
  Object.entries({
    li: { ends: setOf('li'), within: setOf('ul ol menu dir') },
    dt: { ends: setOf('dt dd'), within: setOf('dl') },
    dd: { ends: setOf('dt dd'), within: setOf('dl') },
    tr: { ends: setOf('tr td th'), within: setOf('table tbody thead tfoot') },
    td: { ends: setOf('td th'), within: setOf('tr table') },
    th: { ends: setOf('td th'), within: setOf('tr table') },
    tbody: { ends: setOf('tbody thead tfoot tr td th'), within: setOf('table') },
    tfoot: { ends: setOf('tbody thead tfoot tr td th'), within: setOf('table') },
    option: { ends: setOf('option'), within: setOf('select datalist') },
    a: { ends: setOf('a'), within: setOf('td th table object') },
  }),
);
const endParagraphs = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr main menu nav ol p pre search section summary table ul li dt dd tr td th',
);
const places: ReadonlySet<string> = setOf('nav header main article aside footer');
const others = setOf('html head body title thead caption noscript select textarea');

const elements: ReadonlyMap<string, BlockElement> = new Map(
  [...new Set([...voids, ...unshown, ...inline, ...impliedEnds.keys(), ...endParagraphs, ...others])].map(
    (name, index) => [name, elementOf(name, index)],
  ),
);

/** Elements with these indexes are of every page; a page's own follow. */
export const knownElements = elements.size;

/** One of the elements that are known. */
export function knownElement(name: 'p' | 'pre'): BlockElement {
  return elements.get(name) as BlockElement;
}

/** Finds the elements of one page by where their names stand, in any case. */
export function elementReader(html: string): (start: number, end: number) => BlockElement {
  const unknown = new Map<string, BlockElement>();
  return (start, end) => {
    const written = html.slice(start, end);
    const known = elements.get(written);
    if (known !== undefined) return known;
    const name = written.toLowerCase();
    const found = elements.get(name) ?? unknown.get(name);
    if (found !== undefined) return found;
    const element = elementOf(name, knownElements + unknown.size);
    unknown.set(name, element);
    return element;
  };
}

/** The element of a page that has no tag. */
export const rootElement = elementOf('#root', -1);

function elementOf(name: string, index: number): BlockElement {
  return {
    name,
    index,
    isVoid: voids.has(name),
    isUnshown: unshown.has(name),
    isInline: inline.has(name),
    endsParagraph: endParagraphs.has(name),
    implies: impliedEnds.get(name),
    place: places.has(name) ? (name as LinkPlace) : undefined,
  };
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
