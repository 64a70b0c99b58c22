import type { WebPage } from '../web/web-server.ts';

/** What a crawler can be caught in. */
export const trapKinds = [
  'calendar',
  'facets',
  'sessions',
  'directories',
  'subdomains',
  'soft-404',
  'login',
  'redirects',
] as const;

export type TrapKind = (typeof trapKinds)[number];

/**
 * What a URL is. With `id`: it shows the honest page of this id, which may have other URLs. With `trap`: it belongs
 * to this trap. With both: it is worth its fetch while the honest page has not been seen, and part of the trap after.
 * With neither: something that every site has and nobody misses (an error page, a short cut, an edit form).
 */
export interface Owner {
  /** Unique in its section. */
  readonly id?: string;
  readonly trap?: TrapKind;
}

/** A request as a section sees it. */
export interface Asked {
  /** Host name without the port. */
  readonly name: string;
  readonly port: number;
  /** As it stands in the URL, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Path and query as they were asked for. */
  readonly href: string;
  /** Counts the requests: what is made up on the fly is made up of it. */
  readonly serial: number;
}

/** A page without what all pages of its host have in common. */
export interface Draft {
  readonly title: string;
  /** HTML. */
  readonly main: string;
  /** Default 200. */
  readonly status?: number;
  /** Without header, navigation and footer. */
  readonly bare?: boolean;
}

export type Answer = { readonly owner: Owner } & (
  | { readonly draft: Draft }
  /** A redirect: path or URL. */
  | { readonly to: string; readonly status?: number }
  /** Anything else, as it stands. */
  | { readonly page: WebPage }
  /** What the host itself answers for the same path. */
  | { readonly mirror: true }
);

export interface PageLink {
  readonly href: string;
  readonly anchor: string;
}

/** A part of a host: some honest pages, or a trap, or both. */
export interface Section {
  /** For reports: what kind of pages, and in which shape. */
  readonly kind: string;
  readonly shape: string;
  /** Ids of all its honest pages. */
  readonly honest: readonly string[];
  /** In the navigation of every page of the host. */
  nav(asked: Asked): readonly PageLink[];
  /** On the home page only. */
  readonly home?: (asked: Asked) => readonly PageLink[];
  /** The host's home page is its own, and every URL that nobody else knows. */
  readonly wholeHost?: boolean;
  /** It answers for the hosts below its host. */
  readonly below?: boolean;
  /** Undefined when the URL is none of its own. */
  answer(asked: Asked): Answer | undefined;
}

/** Where a section stands and what it is made of. */
export interface Plot {
  /** The host's name, without the port. */
  readonly host: string;
  /** Beginning of its paths, without a slash at the end: `/events`. */
  readonly at: string;
  /** For draws and texts: unlike that of every other section. */
  readonly seed: string;
}

export function trap(kind: TrapKind, draft: Draft): Answer {
  return { owner: { trap: kind }, draft };
}

export function honest(id: string, draft: Draft): Answer {
  return { owner: { id }, draft };
}

/** What is neither honest nor a trap. */
export function besides(draft: Draft): Answer {
  return { owner: {}, draft };
}
