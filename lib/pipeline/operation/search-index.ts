import type { Job } from '../../ports/jobs.ts';

/** A word, or words that stand side by side. */
export interface SearchTerm {
  readonly text: string;
  /** No page may lack it, where others have some of the words only. */
  readonly isPhrase?: true;
  /** Words that begin with it count, too. */
  readonly isPrefix?: true;
  readonly isOfTitle?: true;
}

/** What pages may be chosen by beside their words. */
export type SearchFacet = 'host' | 'class' | 'language' | 'kind';

export interface SearchFilter {
  readonly by: SearchFacet;
  /** Any of these: a class with those below it. */
  readonly values: readonly string[];
  readonly isNot?: true;
}

/** What somebody looks for. */
export interface SearchQuery {
  /** Of each group one has to be there. */
  readonly groups: readonly (readonly SearchTerm[])[];
  readonly without: readonly SearchTerm[];
  readonly filters: readonly SearchFilter[];
  /** Epoch ms: the page was published then or later, or before; of a page without that date, when its content was new. */
  readonly after?: number;
  readonly before?: number;
}

/** The groups that no page may lack, and those of which one is enough. */
export function firmAndOther({ groups }: Pick<SearchQuery, 'groups'>) {
  const isFirm = (group: readonly SearchTerm[]): boolean =>
    group.some(({ isPhrase, isOfTitle }) => isPhrase === true || isOfTitle === true);
  return { firm: groups.filter(isFirm), other: groups.filter((group) => !isFirm(group)) };
}

export interface SearchRequest {
  readonly query: SearchQuery;
  /** How much what the topic and link analysis say of a page counts beside its words; 0: nothing. */
  readonly weights: { readonly relevance: number; readonly rank: number };
  readonly limit: number;
  readonly offset: number;
}

/** A part of a passage. */
export interface PassagePart {
  readonly text: string;
  /** Somebody looks for it. */
  readonly isHit?: true;
}

export interface SearchHit {
  readonly md5: string;
  readonly url: string;
  readonly title: string;
  readonly passage: readonly PassagePart[];
  readonly host: string;
  readonly class?: string;
  readonly language?: string;
  readonly kind?: string;
  /** As the page says it. */
  readonly published?: string;
  /** By the topic. */
  readonly score?: number;
  /** Epoch ms. */
  readonly lastChanged: number;
  /** Pages that say nearly the same, which are not listed. */
  readonly alike: number;
}

export interface FacetCount {
  readonly value: string;
  readonly pages: number;
}

export interface SearchFound {
  readonly pages: readonly SearchHit[];
  /** Those that can be listed, near-duplicates apart. */
  readonly count: number;
  /** There are more pages than are looked at. */
  readonly isMore?: true;
  /** The commonest values among them. */
  readonly facets: Readonly<Record<SearchFacet, readonly FacetCount[]>>;
}

export const nothingFound: SearchFound = {
  pages: [],
  count: 0,
  facets: { host: [], class: [], language: [], kind: [] },
};

/** What is told of the index. */
export interface IndexState {
  /** Batches of changes that the index has not had yet. */
  readonly behind: number;
}

/** The full text of the collection of a job. */
export interface SearchIndex {
  /** @throws WinnowError `not-found` for a job whose pages nobody indexes; `unavailable` */
  find(job: Job, request: SearchRequest, signal: AbortSignal): Promise<SearchFound & IndexState>;
}

/** What indexes put around words that were found: for private use, as search servers trim control characters away. */
export const hitMarks = { begin: '\ue002', end: '\ue003' } as const;

/** A passage in which `hitMarks` stand around what was looked for. */
export function markedParts(passage: string): readonly PassagePart[] {
  return passage.split(hitMarks.begin).flatMap((piece, at): readonly PassagePart[] => {
    if (at === 0) return piece === '' ? [] : [{ text: piece }];
    const [hit = '', rest = ''] = piece.split(hitMarks.end, 2);
    return [{ text: hit, isHit: true }, ...(rest === '' ? [] : [{ text: rest }])];
  });
}
