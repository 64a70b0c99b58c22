import { judgeContent } from '../../domain/document/judge-content.ts';
import { writtenPage } from '../../domain/document/written-content.ts';
import type { PageReader } from '../../ports/web.ts';

/** Reads pages on the caller's thread: one at a time, while the process does nothing else. */
export function inlineReader(): PageReader {
  return { read: async (request) => writtenPage(request), judge: async (request) => judgeContent(request) };
}
