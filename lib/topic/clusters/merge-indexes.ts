import type { IndexedDocument, IndexSettings, TextIndex } from './text-index.ts';

/** One index of several: of the documents of a name the last stays. Terms that no unit has any more are left out. */
export function mergeIndexes(settings: IndexSettings, parts: readonly TextIndex[]): TextIndex {
  const last = new Map<string, readonly [part: number, document: number]>();
  for (const [part, { documents }] of parts.entries())
    for (const [document, { name }] of documents.entries()) last.set(name, [part, document]);
  const documents: IndexedDocument[] = [];
  const unitStarts: number[] = [];
  let units = 0;
  /** For each part the new number of each unit; `gone` for those of documents that were replaced. */
  const renumbered = parts.map((index, part) => {
    const numbers = new Uint32Array(index.unitStarts.at(-1) ?? 0).fill(gone);
    for (const [document, one] of index.documents.entries()) {
      const [lastPart, lastDocument] = last.get(one.name) ?? [];
      if (lastPart !== part || lastDocument !== document) continue;
      documents.push(one);
      unitStarts.push(units);
      const end = index.unitStarts[document + 1] as number;
      for (let unit = index.unitStarts[document] as number; unit < end; unit += 1) numbers[unit] = units++;
    }
    return numbers;
  });
  unitStarts.push(units);
  const postings = mergePostings(parts, renumbered);
  return { settings, documents, unitStarts: Uint32Array.from(unitStarts), ...postings };
}

/** The part of an index that is about terms. */
export type Postings = Pick<TextIndex, 'terms' | 'written' | 'postingStarts' | 'units' | 'counts'>;

const gone = 0xffff_ffff;

function mergePostings(parts: readonly TextIndex[], renumbered: readonly Uint32Array[]): Postings {
  const places = new Map<string, number[]>();
  for (const [part, { terms }] of parts.entries())
    for (const [term, name] of terms.entries()) {
      const known = places.get(name);
      if (known === undefined) places.set(name, [part, term]);
      else known.push(part, term);
    }
  const size = parts.reduce((sum, { units }) => sum + units.length, 0);
  const [units, counts] = [new Uint32Array(size), new Uint32Array(size)];
  const [terms, written]: [string[], string[]] = [[], []];
  const postingStarts = [0];
  let end = 0;
  for (const name of [...places.keys()].sort()) {
    const before = end;
    let [usual, most] = ['', -1];
    const at = places.get(name) as number[];
    for (let one = 0; one < at.length; one += 2) {
      const part = at[one] as number;
      const index = parts[part] as TextIndex;
      const numbers = renumbered[part] as Uint32Array;
      const term = at[one + 1] as number;
      const [from, to] = postingRange(index, term);
      if (to - from > most) [usual, most] = [index.written[term] as string, to - from];
      for (let posting = from; posting < to; posting += 1) {
        const unit = numbers[index.units[posting] as number] as number;
        if (unit === gone) continue;
        units[end] = unit;
        counts[end] = index.counts[posting] as number;
        end += 1;
      }
    }
    if (end === before) continue;
    terms.push(name);
    written.push(usual);
    postingStarts.push(end);
  }
  return {
    ...{ terms, written, postingStarts: Uint32Array.from(postingStarts) },
    ...{ units: units.slice(0, end), counts: counts.slice(0, end) },
  };
}

/** Where the postings of a term begin and end. */
export function postingRange({ postingStarts }: TextIndex, term: number): readonly [number, number] {
  return [postingStarts[term] as number, postingStarts[term + 1] as number];
}
