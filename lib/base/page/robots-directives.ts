import { readDate } from './read-date.ts';

/** What a page asks of those who take it. Each is a refusal; where two places differ, the more restrictive holds. */
export interface RobotsDirectives {
  /** Not to be in the collection. */
  readonly noindex: boolean;
  /** Its links are not to be followed. */
  readonly nofollow: boolean;
  /** No copy is to be kept (`nocache` is the same). */
  readonly noarchive?: true;
  /** No part of its text is to be shown. */
  readonly nosnippet?: true;
  /** Not to be used by models. */
  readonly noai?: true;
  /** Its images are not. */
  readonly noimageai?: true;
  /** Not to be in the collection from this time on, epoch ms. */
  readonly unavailableAfter?: number;
}

/** What a page says of itself in its meta elements. */
export interface PageDirectives extends RobotsDirectives {
  /** `tdm-reservation`, as it was written. */
  readonly reservation?: string;
}

const noDirectives: RobotsDirectives = { noindex: false, nofollow: false };

type Flag = Exclude<keyof RobotsDirectives, 'unavailableAfter'>;

const words: ReadonlyMap<string, readonly Flag[]> = new Map<string, readonly Flag[]>([
  ['none', ['noindex', 'nofollow']],
  ['noindex', ['noindex']],
  ['nofollow', ['nofollow']],
  ['noarchive', ['noarchive']],
  ['nocache', ['noarchive']],
  ['nosnippet', ['nosnippet']],
  ['noai', ['noai']],
  ['disallowaitraining', ['noai']],
  ['noimageai', ['noimageai']],
]);

/** Directives that have a value after a colon, and so look like a crawler's name. */
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/** Names of all crawlers; `robots` is that of meta elements. */
const everyone = new Set(['*', 'robots']);

/** Commas inside a date: `Friday, 25 Jun 2010 15:00:00 PST`. */
const maxDateParts = 3;

/** Either asks for it: the most restrictive combination holds. */
export function mergeDirectives(left: RobotsDirectives, right: RobotsDirectives): RobotsDirectives {
  const unavailableAfter = earlier(left.unavailableAfter, right.unavailableAfter);
  return {
    ...left,
    ...right,
    noindex: left.noindex || right.noindex,
    nofollow: left.nofollow || right.nofollow,
    ...(unavailableAfter === undefined ? {} : { unavailableAfter }),
  };
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/**
 * Meta robots directives for all crawlers, or for `product`.
 * @param metadata by name in lower case
 */
export function metaDirectives(
  metadata: ReadonlyMap<string, readonly string[]>,
  product: string,
): RobotsDirectives {
  const robots = metadata.get('robots');
  const own = metadata.get(product.toLowerCase());
  if (robots === undefined && own === undefined) return noDirectives;
  const values = new Set([...(robots ?? []), ...(own ?? [])]);
  return [...values]
    .map((value) => directivesIn(value, product, false))
    .reduce(mergeDirectives, noDirectives);
}

/**
 * The directives of `X-Robots-Tag` for all crawlers, or for `product`: `noindex`, `otherbot: nofollow`,
 * `googlebot: noindex, nofollow`. A name holds to the end of its header line, or to the next name.
 * @param header one string per header line; in a single string, lines may be separated by a line feed
 */
export function robotsDirectives(header: string | readonly string[], product: string): RobotsDirectives {
  const lines = typeof header === 'string' ? header.split('\n') : header;
  return lines.map((line) => directivesIn(line, product, true)).reduce(mergeDirectives, noDirectives);
}

function directivesIn(line: string, product: string, named: boolean): RobotsDirectives {
  const directives: Partial<Record<Flag, true>> & { unavailableAfter?: number | undefined } = {};
  const parts = line.replace(/["']/g, '').split(/[,;]/);
  let ours = true;
  for (let at = 0; at < parts.length; at++) {
    let part = parts[at] as string;
    let [name, value] = nameAndValue(part);
    if (named && name !== undefined && !valued.has(name) && !words.has(name)) {
      ours = everyone.has(name) || withoutVersion(name) === product.toLowerCase();
      part = value;
      [name, value] = nameAndValue(part);
    }
    if (name === 'unavailable_after') {
      const date = dateIn(value, parts.slice(at + 1, at + maxDateParts));
      at += date.further;
      if (ours && date.at !== undefined)
        directives.unavailableAfter = earlier(directives.unavailableAfter, date.at);
    } else if (ours) {
      for (const word of (name ?? part.toLowerCase()).split(/\s+/))
        for (const flag of words.get(word) ?? []) directives[flag] = true;
    }
  }
  const { noindex = false, nofollow = false, unavailableAfter, ...rest } = directives;
  return { noindex, nofollow, ...rest, ...(unavailableAfter === undefined ? {} : { unavailableAfter }) };
}

/** `winnow/2.1` and `winnow*` are names of Winnow, as in robots.txt. */
function withoutVersion(name: string): string {
  return name.replace(/[/*].*$/s, '');
}

/** What stands before and after the first colon. */
function nameAndValue(part: string): [name: string | undefined, value: string] {
  const found = /^\s*([^\s:]+)\s*:(.*)$/s.exec(part);
  return found === null ? [undefined, ''] : [found[1]?.toLowerCase(), found[2] ?? ''];
}

/** The shortest beginning that is a date, unless a longer one is. */
function dateIn(value: string, rest: readonly string[]): { readonly at?: number; readonly further: number } {
  for (let further = rest.length; further >= 0; further--) {
    const at = readDate([value, ...rest.slice(0, further)].join(','));
    if (at !== undefined) return { at, further };
  }
  return { further: 0 };
}
