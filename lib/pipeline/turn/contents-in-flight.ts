import type { Md5 } from '../../base/page/page-content.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { RecordStore } from '../../ports/records.ts';

/** New content of a turn that is not published yet. After that the records have it. */
export interface ContentInFlight {
  /** The first URL with this content. */
  readonly url: CanonicalUrl;
  readonly targets: string;
  /** Key of its raw document, when documents are kept. */
  readonly document?: string;
}

/**
 * The contents of the running turns of this process: of two turns that find the same content side by side, the second
 * learns that its page is a duplicate. In other processes both may take their page for the first; then the records decide.
 */
export interface ContentsInFlight {
  /**
   * Notes new content, unless a running turn has noted the same. Returns the earlier content, and whether this turn noted
   * it; undefined if the content is new.
   */
  match(
    md5: Md5,
    content: ContentInFlight,
  ): { readonly content: ContentInFlight; readonly isOwn: boolean } | undefined;
  /** Forgets the contents of this turn: it is published, or never will be. */
  close(): void;
}

type Noted = Map<string, { readonly content: ContentInFlight; readonly by: object }>;

const notedByStore = new WeakMap<RecordStore, Noted>();

export function openContentsInFlight(records: RecordStore, job: string): ContentsInFlight {
  const noted: Noted = notedByStore.get(records) ?? new Map();
  notedByStore.set(records, noted);
  const mine = new Set<string>();
  return {
    match(md5, content) {
      const key = `${job} ${md5}`;
      const before = noted.get(key);
      if (before !== undefined) return { content: before.content, isOwn: before.by === mine };
      noted.set(key, { content, by: mine });
      mine.add(key);
      return undefined;
    },
    close() {
      for (const key of mine) noted.delete(key);
      mine.clear();
    },
  };
}
