import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../lib/documents/blocks/read-blocks.ts';
import { readMain } from '../../lib/documents/main-content/read-main.ts';
import { hasCases } from '../support/cases.ts';
import { wordF1 } from '../support/reading/word-f1.ts';
import { mainContentCases, mainContentFile } from './main-content.ts';

/** Readability wants a DOM of each page: half a minute. `npm run conformance` sets it. */
const isFull = process.env.WINNOW_TEST_FULL === '1';

describe.skipIf(!isFull || !hasCases(mainContentFile))('main content beside Readability', () => {
  it('agrees better with people in each kind of page', () => {
    const scores = new Map<string, { ours: number; theirs: number; pages: number }>();
    for (const { url, pageType, html, mainContent } of mainContentCases()) {
      const ours = wordF1(readMain(readBlocks(html), url).content.text, mainContent);
      const theirs = wordF1(byReadability(html), mainContent);
      for (const kind of ['all', pageType]) {
        const sum = scores.get(kind) ?? { ours: 0, theirs: 0, pages: 0 };
        scores.set(kind, { ours: sum.ours + ours, theirs: sum.theirs + theirs, pages: sum.pages + 1 });
      }
    }
    for (const [kind, { ours, theirs, pages }] of scores) {
      console.log(
        `main content, ${kind}: ${pages} pages, word F1 ${(ours / pages).toFixed(3)}, Readability ${(theirs / pages).toFixed(3)}`,
      );
      expect(ours, kind).toBeGreaterThan(theirs);
    }
  }, 600_000);
});

/** The text that Readability takes for the article; it takes some pages for none. */
function byReadability(html: string): string {
  try {
    const document: unknown = parseHTML(html).document;
    return (
      new Readability(document as ConstructorParameters<typeof Readability>[0]).parse()?.textContent ?? ''
    );
  } catch {
    return '';
  }
}
