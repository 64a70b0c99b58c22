import { commonText } from './common-text.ts';

/** Finds which of many literals occur in a text, in one pass over it. */
export interface GramIndex {
  /** Calls `found` with the number of every literal that occurs in the text, in any case; some more than once. */
  scan(text: string, found: (id: number) => void): void;
  /** Lists of more than `most` literals that are looked for by the same few characters. */
  alike(most: number): readonly (readonly number[])[];
}

/** A literal that is looked for by some of its characters, which end here in it. */
interface Sought {
  readonly id: number;
  readonly literal: string;
  readonly end: number;
}

/** Characters that a literal is looked for by: four ASCII ones fit into the small integers of V8. */
const longest = 4;

/** @param literals lower case, ASCII, none of them empty; a literal's number is its place */
export function gramIndex(literals: readonly string[]): GramIndex {
  const uses = new Map<number, number>();
  for (const literal of literals) count(uses, literal, Math.min(literal.length, longest), 1);
  for (let length = 1; length <= longest; length++) count(uses, commonText, length, literals.length);

  const byLength = Array.from({ length: longest + 1 }, () => new Map<number, Sought[]>());
  const flags = emptyFlags();
  for (const [id, literal] of literals.entries()) {
    const length = Math.min(literal.length, longest);
    const end = rarestEnd(literal, length, uses);
    const gram = gramAt(literal, end, length);
    const sought = { id, literal, end };
    if (byLength[length]?.get(gram)?.push(sought) === undefined) byLength[length]?.set(gram, [sought]);
    raise(flags, gram, length);
  }
  const tables = byLength.flatMap((grams, length) =>
    grams.size === 0 ? [] : [{ grams, mask: 2 ** (7 * length) - 1 }],
  );

  const { pairs, triples, fours } = flags;
  const hasPairs = byLength.slice(0, 3).some(({ size }) => size > 0);
  const hasTriples = byLength[3]?.size !== 0;

  return {
    alike: (most) =>
      tables.flatMap(({ grams }) =>
        [...grams.values()].filter((alike) => alike.length > most).map((alike) => alike.map(({ id }) => id)),
      ),
    scan(text, found) {
      let window = 0;
      for (let i = 0; i < text.length; i++) {
        window = ((window << 7) | folded(text.charCodeAt(i))) & 0xfffffff;
        if (
          fours[hashOf(window)] === 0 &&
          (!hasTriples || triples[hashOf(window & tripleMask)] === 0) &&
          (!hasPairs || pairs[window & pairMask] === 0)
        )
          continue;
        for (const { grams, mask } of tables) {
          const sought = grams.get(window & mask);
          if (sought === undefined) continue;
          for (const { id, literal, end } of sought) if (occursAt(text, i - end, literal)) found(id);
        }
      }
    },
  };
}

/** Spares almost every look into a map: whether something may end with these two characters, these three, or these four. */
interface Flags {
  /** For what is looked for by one or two characters. */
  readonly pairs: Uint8Array;
  /** For three and four; by their hashes. */
  readonly triples: Uint8Array;
  readonly fours: Uint8Array;
}

const pairMask = (1 << 14) - 1;
const tripleMask = (1 << 21) - 1;
const hashBits = 16;

function emptyFlags(): Flags {
  return {
    pairs: new Uint8Array(pairMask + 1),
    triples: new Uint8Array(1 << hashBits),
    fours: new Uint8Array(1 << hashBits),
  };
}

function hashOf(window: number): number {
  return Math.imul(window, 0x9e3779b1) >>> (32 - hashBits);
}

function raise({ pairs, triples, fours }: Flags, gram: number, length: number): void {
  if (length === 4) fours[hashOf(gram)] = 1;
  else if (length === 3) triples[hashOf(gram)] = 1;
  else if (length === 2) pairs[gram] = 1;
  else for (let before = 0; before < 128; before++) pairs[(before << 7) | gram] = 1;
}

function occursAt(text: string, at: number, literal: string): boolean {
  if (at < 0 || at + literal.length > text.length) return false;
  for (let i = 0; i < literal.length; i++) {
    if (folded(text.charCodeAt(at + i)) !== literal.charCodeAt(i)) return false;
  }
  return true;
}

/** ASCII letters in lower case. */
function folded(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code & 127;
}

function count(uses: Map<number, number>, text: string, length: number, by: number): void {
  for (let end = length - 1; end < text.length; end++) {
    const gram = gramAt(text, end, length);
    uses.set(gram, (uses.get(gram) ?? 0) + by);
  }
}

/** Where the characters end that fewest others share. */
function rarestEnd(literal: string, length: number, uses: ReadonlyMap<number, number>): number {
  let best = length - 1;
  let least = Number.POSITIVE_INFINITY;
  for (let end = length - 1; end < literal.length; end++) {
    const used = uses.get(gramAt(literal, end, length)) ?? 0;
    if (used < least) [best, least] = [end, used];
  }
  return best;
}

/** Seven bits for each character. */
function gramAt(text: string, end: number, length: number): number {
  let gram = 0;
  for (let i = end - length + 1; i <= end; i++) gram = (gram << 7) | (text.charCodeAt(i) & 127);
  return gram;
}
