import type { LinkPlace } from '../../base/links/link.ts';

/**
 * What an element means to a reader: the one table for text, main content and Markdown. An element that is in none of these lists, known
 * to HTML or not, is inline; one that holds blocks is a block there.
 */
export interface ElementRole {
  /** Text before and after it is apart: `space` as between table cells, `line` as between blocks. */
  readonly breaks?: 'space' | 'line';
  /** Its content is not part of what people see, nor are its links. */
  readonly inert?: true;
  /** What browsers show where they cannot show it: the text of a page has that, main content and Markdown do not. */
  readonly fallback?: true;
  /** Its tags end a picture (`svg`) around them. */
  readonly leavesPicture?: true;
  readonly heading?: number;
  readonly place?: LinkPlace;
  /** It may come before the body. */
  readonly inHead?: true;
  /** It has attributes that we read. */
  readonly speaks?: true;
}

const lines =
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption ' +
  'figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup ' +
  'option p plaintext pre search section select summary table tbody textarea tfoot thead tr ul xmp';
const spaces = 'button img input td th';
/** Raw text, templates, and fallback content that no browser of this century shows; `noframes` of a page of frames is read all the same. */
const inert = 'iframe noembed noframes script style template';
const headOnly = 'base head html link meta noscript script style template title';
const speaking = 'a area base frame html iframe img link meta';
/** What stands in place of something that browsers show, and notes for programs beside formulas. */
const fallback = 'annotation annotation-xml audio canvas datalist meter progress video';
/** HTML standard, 13.2.6.5. */
const leavePictures =
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s ' +
  'small span strong strike sub sup table tt u ul var';
/** Elements that flow and say nothing more, listed because known names are looked up without being lower-cased first. */
const inline =
  'abbr acronym applet b basefont bdi bdo bgsound big blink cite code col colgroup data del dfn em embed font foreignobject g i image ins kbd keygen label ' +
  'map mark marquee math mi mn mo mrow mspace msub msubsup msup mtext nobr object output param path picture q rb rp rt rtc ruby s ' +
  'samp semantics slot small source span strike strong sub sup svg time track tt u var wbr';
/** Elements that are places of links. */
export const places = [
  'nav',
  'header',
  'main',
  'article',
  'aside',
  'footer',
] as const satisfies readonly LinkPlace[];

/** Roles by element name in lower case. */
export const elementRoles: ReadonlyMap<string, ElementRole> = buildRoles();

function buildRoles(): ReadonlyMap<string, ElementRole> {
  const roles = new Map<string, ElementRole>();
  const add = (names: string, role: ElementRole) => {
    for (const name of names.split(' ')) roles.set(name, { ...roles.get(name), ...role });
  };
  add(inline, {});
  add(lines, { breaks: 'line' });
  add(spaces, { breaks: 'space' });
  add(inert, { inert: true });
  add(fallback, { fallback: true });
  add(headOnly, { inHead: true });
  add(speaking, { speaks: true });
  add(leavePictures, { leavesPicture: true });
  for (const place of places) add(place, { place });
  for (const level of [1, 2, 3, 4, 5, 6]) add(`h${level}`, { heading: level });
  return roles;
}

/** Elements whose content is text whatever it looks like. */
export const rawElements: readonly string[] = 'script style xmp iframe noembed noframes title textarea'.split(
  ' ',
);
/** Those of them that have character references. */
export const rawWithReferences: ReadonlySet<string> = new Set(['title', 'textarea']);

/** Relations of a `link` element that lead to a document; the others fetch parts of the page itself. */
export const documentRelations: ReadonlySet<string> = new Set(
  (
    'alternate amphtml appendix archives author bookmark canonical chapter contents copyright first glossary help ' +
    'home index last license next prev previous privacy-policy section shortlink start subsection ' +
    'terms-of-service toc top up'
  ).split(' '),
);
