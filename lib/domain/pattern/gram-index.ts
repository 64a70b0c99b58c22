/** Finds which of many literals may occur in a text, in one pass over it: false alarms happen, misses never. */
export interface GramIndex {
  /** Calls `found` with the number of every literal that may occur in the text, in any case; some more than once. */
  scan(text: string, found: (id: number) => void): void;
}

/** Characters of a literal that are looked for: four ASCII ones fit into the small integers of V8. */
const longest = 4;
/** In almost every URL, so that a literal is better looked for by another part of it. */
const commonText = 'https://www.html.htm.com.org.net.de/index.php?id=';
const flagBits = 16;

/** @param literals lower case, ASCII, none of them empty; a literal's number is its place */
export function gramIndex(literals: readonly string[]): GramIndex {
  const uses = new Map<number, number>();
  for (const literal of literals) {
    for (const gram of gramsOf(literal)) uses.set(gram, (uses.get(gram) ?? 0) + 1);
  }
  for (const gram of gramsOf(commonText)) uses.set(gram, (uses.get(gram) ?? 0) + literals.length);

  const byLength = Array.from({ length: longest + 1 }, () => new Map<number, number[]>());
  for (const [id, literal] of literals.entries()) {
    const grams = gramsOf(literal);
    const rarest = grams.reduce((best, gram) =>
      (uses.get(gram) ?? 0) < (uses.get(best) ?? 0) ? gram : best,
    );
    const table = byLength[Math.min(literal.length, longest)] as Map<number, number[]>;
    const ids = table.get(rarest);
    if (ids === undefined) table.set(rarest, [id]);
    else ids.push(id);
  }
  const tables = byLength.flatMap((ids, length) =>
    ids.size === 0 ? [] : [{ ids, mask: 2 ** (7 * length) - 1, flags: flagsOf(ids.keys()) }],
  );

  return {
    scan(text, found) {
      let window = 0;
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        window = ((window << 7) | (code >= 65 && code <= 90 ? code + 32 : code & 127)) & 0xfffffff;
        for (const { ids, mask, flags } of tables) {
          const gram = window & mask;
          if (flags[hash(gram)] === 0) continue;
          const hits = ids.get(gram);
          if (hits !== undefined) for (const id of hits) found(id);
        }
      }
    },
  };
}

/** Every run of four characters, seven bits each; of what is shorter the whole. */
function gramsOf(literal: string): readonly number[] {
  const length = Math.min(literal.length, longest);
  const grams: number[] = [];
  for (let start = 0; start + length <= literal.length; start++) {
    let gram = 0;
    for (let i = start; i < start + length; i++) gram = (gram << 7) | (literal.charCodeAt(i) & 127);
    grams.push(gram);
  }
  return grams;
}

/** Spares almost every look into a map. */
function flagsOf(grams: Iterable<number>): Uint8Array {
  const flags = new Uint8Array(1 << flagBits);
  for (const gram of grams) flags[hash(gram)] = 1;
  return flags;
}

function hash(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> (32 - flagBits);
}
