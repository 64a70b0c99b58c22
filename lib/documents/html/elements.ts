import type { LinkPlace } from '../../base/links/link.ts';

/** What an element means to a reader; an element that is in none of these tables is inline and says nothing. */
export interface ElementRole {
  /** Text before and after it is apart: `space` as between table cells, `line` as between blocks. */
  readonly breaks?: 'space' | 'line';
  /** Its content is not part of what people see, nor are its links. */
  readonly inert?: true;
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
/** Names that say nothing, listed because known names are looked up without being lower-cased first. */
const inline =
  'abbr b bdi big cite code del em font g i ins kbd label mark math path q s samp small span strong sub sup svg time tt u var';
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
  add(headOnly, { inHead: true });
  add(speaking, { speaks: true });
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
