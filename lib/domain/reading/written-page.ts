import { defined } from '../../base/defined.ts';
import type { Analysis } from '../../documents/analyse.ts';
import type { ReadRequest } from './page.ts';
import { readPage } from './read-page.ts';
import { type WrittenPage, writtenContent } from './written-content.ts';

/** Reads a page (`readPage`) and writes down what it says. */
export function writtenPage(request: ReadRequest, steps?: readonly Analysis[]): WrittenPage {
  const read = readPage(request, steps);
  if (read.kind !== 'page') return read;
  const { kind, content, refusedLinks, sketch, sample, movesTo, evidence, contentBlocks } = read;
  const written = {
    ...writtenContent(content, sketch, request.links),
    ...defined({ sample, movesTo, evidence, contentBlocks }),
  };
  return { kind, content: written, refusedLinks };
}
