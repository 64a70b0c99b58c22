import type { LinkPlace } from '../../base/links/link.ts';
import { elementRoles } from '../html/elements.ts';
import { kinds } from '../html/markup-module.ts';

/** How an element nests, and what it is to a reader (`elementRoles`): put together once, so that a tag is looked up once. */
export interface BlockElement {
  /** In lower case. */
  readonly name: string;
  /** Of its own among the elements of a page; headings share one, as the end tag of any level ends one of any other. */
  readonly index: number;
  /** It has no content, nor an end tag. */
  readonly isVoid: boolean;
  /** Its content is not read. */
  readonly isInert: boolean;
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
/** Cells are apart by a space, and no part of a line. */
const cells = setOf('td th');
const pictures = setOf('svg');
const tableParts = setOf('tbody thead tfoot tr td th caption colgroup');
const impliedEnds: ReadonlyMap<string, ImpliedEnd> = new Map(
  Object.entries({
    li: { ends: setOf('li'), within: setOf('ul ol menu dir') },
    dt: { ends: setOf('dt dd'), within: setOf('dl') },
    dd: { ends: setOf('dt dd'), within: setOf('dl') },
    tr: { ends: setOf('tr td th caption colgroup'), within: setOf('table tbody thead tfoot') },
    td: { ends: setOf('td th'), within: setOf('tr table') },
    th: { ends: setOf('td th'), within: setOf('tr table') },
    colgroup: { ends: setOf('caption colgroup'), within: setOf('table') },
    thead: { ends: tableParts, within: setOf('table') },
    tbody: { ends: tableParts, within: setOf('table') },
    tfoot: { ends: tableParts, within: setOf('table') },
    option: { ends: setOf('option'), within: setOf('select datalist') },
    a: { ends: setOf('a'), within: setOf('td th table object') },
  }),
);
const endParagraphs = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr main menu nav ol p pre search section summary table ul li dt dd tr td th',
);

const elements: readonly BlockElement[] = kinds.map((name, index) =>
  elementOf(name, elementRoles.get(name)?.heading === undefined ? index + 1 : kinds.indexOf('h1') + 1),
);

/** One of the elements that are known. */
export function knownElement(name: string): BlockElement {
  return elements[kinds.indexOf(name)] as BlockElement;
}

/** Finds the elements of one page by kind, and by name those that have none. */
export function elementReader(): (name: string, kind: number) => BlockElement {
  const unknown = new Map<string, BlockElement>();
  return (name, kind) => {
    const known = elements[kind - 1] ?? unknown.get(name);
    if (known !== undefined) return known;
    const element = elementOf(name, kinds.length + 1 + unknown.size);
    unknown.set(name, element);
    return element;
  };
}

/** The element of a page that has no tag. */
export const rootElement: BlockElement = { ...elementOf('#root', 0), isInline: false };

function elementOf(name: string, index: number): BlockElement {
  const role = elementRoles.get(name) ?? {};
  return {
    name,
    index,
    isVoid: voids.has(name),
    isInert: role.inert === true,
    isUnshown: role.fallback === true || pictures.has(name),
    isInline: (role.breaks !== 'line' || name === 'br') && !cells.has(name),
    endsParagraph: endParagraphs.has(name),
    implies: impliedEnds.get(name),
    place: role.place,
  };
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
