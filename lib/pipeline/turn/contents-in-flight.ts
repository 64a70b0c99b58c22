import type { Md5 } from '../../domain/collection/record.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { RecordStore } from '../../ports/records.ts';

/** New content of a turn: the register has it once the turn is published. */
export interface ContentInFlight {
  /** The URL that had it first. */
  readonly url: CanonicalUrl;
  readonly targets: string;
  /** Key of its raw document, when documents are kept. */
  readonly document?: string;
}

/**
 * The contents of the turns under way in this process, so that of two that come upon the same content side by side one
 * knows that it is a duplicate. Workers elsewhere may both take themselves for the first: which was decides the register.
 */
export interface ContentsInFlight {
  /** Notes new content, unless a turn under way has the same. Returns the content that was there before, and whether it is of this turn. */
  match(
    md5: Md5,
    content: ContentInFlight,
  ): { readonly content: ContentInFlight; readonly isOwn: boolean } | undefined;
  /** The turn is published, or will never be. */
  close(): void;
}

type Noted = Map<string, { readonly content: ContentInFlight; readonly by: object }>;

const processes = new WeakMap<RecordStore, Noted>();

export function openContentsInFlight(records: RecordStore, job: string): ContentsInFlight {
  const noted: Noted = processes.get(records) ?? new Map();
  processes.set(records, noted);
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
