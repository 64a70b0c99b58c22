import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../lib/documents/blocks/read-blocks.ts';
import { readMain } from '../../lib/documents/main-content/read-main.ts';
import { hasCases } from '../support/cases.ts';
import { wordF1 } from '../support/reading/word-f1.ts';
import { mainContentCases, mainContentFile } from './main-content.ts';

/** Means that a change must not fall below, somewhat lower than those reached. */
const least: Readonly<Record<string, number>> = {
  all: 0.88,
  article: 0.96,
  documentation: 0.92,
  forum: 0.8,
  service: 0.84,
  listing: 0.73,
  product: 0.65,
  collection: 0.72,
};

describe.skipIf(process.env.WINNOW_TEST_FULL !== '1' || !hasCases(mainContentFile))(
  'main content of the open pages of WCXB',
  () => {
    it('agrees with what people hold for it, by mean word F1 of each kind of page', () => {
      const scores = new Map<string, number[]>();
      for (const { url, pageType, html, mainContent } of mainContentCases()) {
        const score = wordF1(readMain(readBlocks(html), url).content.text, mainContent);
        for (const kind of ['all', pageType]) scores.set(kind, [...(scores.get(kind) ?? []), score]);
      }
      const means = new Map(
        [...scores].map(([kind, all]) => [kind, all.reduce((a, b) => a + b, 0) / all.length]),
      );
      console.log(
        [...means].map(([kind, mean]) => `main content, ${kind}: word F1 ${mean.toFixed(3)}`).join('\n'),
      );
      const below = Object.entries(least).filter(([kind, bound]) => (means.get(kind) ?? 0) < bound);
      expect(below).toEqual([]);
    });
  },
);
