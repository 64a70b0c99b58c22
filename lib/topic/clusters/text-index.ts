import type { TokeniserSettings } from '../learn/tokeniser.ts';

/** What item sets are looked for in: whole documents, or their paragraphs (blocks of the text, each a line of it). */
export const indexUnits = ['document', 'paragraph'] as const;
export type IndexUnit = (typeof indexUnits)[number];

export interface IndexSettings {
  /** How documents become terms: stop words, and languages whose words become stems. */
  readonly tokeniser: TokeniserSettings;
  readonly unit: IndexUnit;
}

/** A document as it is put into an index. */
export interface IndexSource {
  /** Its URL, or the name of its file; one document of a name is kept, the last. */
  readonly name: string;
  readonly title: string;
  /** Paragraphs are apart by line feeds. */
  readonly text: string;
  /** What tells whether it changed; by default the MD5 of title and text. */
  readonly digest?: string;
  /** The language that it says it is in. */
  readonly language?: string;
}

/** What an index knows of a document beside its terms. */
export interface IndexedDocument {
  readonly name: string;
  readonly title: string;
  readonly digest: string;
  /** Its terms with repetitions, stop words left out. */
  readonly length: number;
}

/**
 * An inverted index: for each term the units that have it, and how often (TF). Terms are sorted by their code units, the
 * units of a term by number. IDF is not stored: it changes with every document (`idfOf`).
 */
export interface TextIndex {
  readonly settings: IndexSettings;
  readonly documents: readonly IndexedDocument[];
  /** The first unit of each document; one more than there are documents. */
  readonly unitStarts: Uint32Array;
  readonly terms: readonly string[];
  /** How each term is usually written: of a stem the word that is most frequent, or nearly so. */
  readonly written: readonly string[];
  /** Where the postings of each term begin; one more than there are terms. */
  readonly postingStarts: Uint32Array;
  /** The unit of each posting. */
  readonly units: Uint32Array;
  /** How often the term is in the unit. */
  readonly counts: Uint32Array;
}

/** How many units an index has. */
export function unitCount({ unitStarts }: TextIndex): number {
  return unitStarts.at(-1) ?? 0;
}

/** The document of each unit. */
export function documentOfUnits({ unitStarts }: TextIndex): Uint32Array {
  const owners = new Uint32Array(unitStarts.at(-1) ?? 0);
  for (let document = 0; document + 1 < unitStarts.length; document += 1)
    owners.fill(document, unitStarts[document], unitStarts[document + 1]);
  return owners;
}

/** Inverse document frequency: a term that all documents have still counts. */
export function idfOf(documents: number, having: number): number {
  return Math.log((1 + documents) / (1 + having)) + 1;
}
