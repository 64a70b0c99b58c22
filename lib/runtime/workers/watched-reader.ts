import { inlineReader } from '../../adapters/reading/inline-reader.ts';
import type { PageReader } from '../../ports/web.ts';
import type { PageNote } from './page-note.ts';

/**
 * Reads pages, robots.txt and its like, and sitemaps on this thread; the main thread can see which one it reads. The write lock of the
 * database is let go before, and what ended a worker is not read again.
 */
export function watchedReader(
  note: Pick<PageNote, 'begin' | 'end'>,
  unreadable: ReadonlyMap<string, string>,
  letGo: () => void,
): PageReader {
  const reader = inlineReader({
    around(url, read) {
      letGo();
      note.begin(url);
      try {
        return read();
      } finally {
        note.end();
      }
    },
  });
  return {
    ...reader,
    read(request) {
      const why = unreadable.get(request.url);
      return why === undefined ? reader.read(request) : Promise.resolve({ kind: 'unreadable', detail: why });
    },
    async judge(request) {
      const why = unreadable.get(request.url);
      return why === undefined ? await reader.judge(request) : { kind: 'unreadable', detail: why };
    },
    readHere(url, read) {
      const why = unreadable.get(url);
      return why === undefined ? reader.readHere(url, read) : { unreadable: why };
    },
  };
}
