import { defined } from '../../base/defined.ts';
import { timeIn } from '../../base/time-in.ts';
import type {
  SearchFacet,
  SearchFilter,
  SearchQuery,
  SearchTerm,
} from '../../pipeline/operation/search-index.ts';

/** So much of a query is read. */
const [mostPieces, mostChars] = [20, 200];
/** A shorter beginning stands for too many words. */
const shortestPrefix = 3;

const facetNames: ReadonlyMap<string, SearchFacet> = new Map([
  ['host', 'host'],
  ['site', 'host'],
  ['class', 'class'],
  ['lang', 'language'],
  ['language', 'language'],
  ['kind', 'kind'],
]);

interface Piece {
  readonly isNot: boolean;
  /** What stands before a colon. */
  readonly name?: string;
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * Reads a query as people write it: words, `"a phrase"`, `-without`, `one OR other`, `begin*`, `title:`, `host:`, `class:`, `lang:`,
 * `kind:`, `after:`, `before:`. What is none of that is read as words: nothing is an error.
 * @param now epoch ms, from which ages are counted
 */
export function readQuery(text: string, now: number): SearchQuery {
  const groups: SearchTerm[][] = [];
  const without: SearchTerm[] = [];
  const filters: SearchFilter[] = [];
  const times: { after?: number; before?: number } = {};
  let isOr = false;
  for (const piece of piecesOf(text)) {
    if (piece.text === 'OR' && !piece.isQuoted && !piece.isNot && piece.name === undefined) {
      isOr = groups.length > 0;
      continue;
    }
    const facet = facetNames.get(piece.name ?? '');
    const time = timeOf(piece, now);
    if (facet !== undefined) filters.push(filterOf(facet, piece));
    else if (time !== undefined) times[piece.name as 'after' | 'before'] = time;
    else {
      const term = termOf(piece);
      if (term === undefined) continue;
      if (piece.isNot) without.push(term);
      else if (isOr) groups.at(-1)?.push(term);
      else groups.push([term]);
    }
    isOr = false;
  }
  return { groups, without, filters: together(filters), ...defined(times) };
}

const pieceForm = /(-?)(?:(\p{L}{2,10}):(?=[^\s:])(?!\/\/))?(?:"([^"]*)"?|([^\s"]+))/gu;

function* piecesOf(text: string): Generator<Piece> {
  let count = 0;
  for (const [, not, name, quoted, word = ''] of text.slice(0, 4_000).matchAll(pieceForm)) {
    if (++count > mostPieces) return;
    const lower = name?.toLowerCase();
    const isKnown = lower !== undefined && (facetNames.has(lower) || knownNames.has(lower));
    yield {
      isNot: not === '-',
      ...(isKnown ? { name: lower } : {}),
      text: `${isKnown || name === undefined ? '' : `${name}:`}${quoted ?? word}`.slice(0, mostChars),
      isQuoted: quoted !== undefined,
    };
  }
}

const knownNames: ReadonlySet<string> = new Set(['title', 'after', 'before']);

function timeOf({ name, text, isNot }: Piece, now: number): number | undefined {
  return isNot || (name !== 'after' && name !== 'before') ? undefined : timeIn(wholeDay(text), now);
}

/** `2026` and `2026-11` stand for their first day. */
function wholeDay(text: string): string {
  if (/^\d{4}$/.test(text)) return `${text}-01-01`;
  return /^\d{4}-\d\d$/.test(text) ? `${text}-01` : text;
}

function filterOf(by: SearchFacet, { text, isNot }: Piece): SearchFilter {
  const value = by === 'class' ? text : text.toLowerCase();
  return { by, values: [value], ...(isNot && { isNot: true as const }) };
}

/** Undefined for what has no letter and no digit. */
function termOf({ name, text, isQuoted }: Piece): SearchTerm | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '');
  const isPrefix = !isQuoted && text.endsWith('*') && letters.length >= shortestPrefix;
  return {
    text: text.replace(/["*\p{Cc}]/gu, ' ').trim(),
    ...(isQuoted && { isPhrase: true as const }),
    ...(isPrefix && { isPrefix: true as const }),
    ...(name === 'title' && { isOfTitle: true as const }),
  };
}

/** Wanted values of the same facet are alternatives. */
function together(filters: readonly SearchFilter[]): readonly SearchFilter[] {
  const wanted = new Map<SearchFacet, SearchFilter>();
  for (const one of filters) {
    if (one.isNot) continue;
    const values = [...(wanted.get(one.by)?.values ?? []), ...one.values];
    wanted.set(one.by, { by: one.by, values });
  }
  return [...wanted.values(), ...filters.filter(({ isNot }) => isNot)];
}
