import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../lib/domain/document/blocks/read-blocks.ts';
import { readMain } from '../../lib/domain/document/main-content/read-main.ts';
import { casesFile, hasCases } from '../support/cases.ts';
import { wordF1 } from '../support/reading/word-f1.ts';

interface Page {
  readonly url: string;
  readonly pageType: string;
  readonly html: string;
  readonly mainContent: string | null;
}

const file = 'main-content/pages.jsonl.gz';

/** Means that a change must not fall below, somewhat lower than those reached. */
const least: Readonly<Record<string, number>> = {
  all: 0.845,
  article: 0.94,
  documentation: 0.88,
  forum: 0.79,
  service: 0.79,
  listing: 0.65,
  product: 0.6,
  collection: 0.59,
};

describe.skipIf(!hasCases(file))('main content of the open pages of WCXB', () => {
  it('agrees with what people hold for it, by mean word F1 of each kind of page', () => {
    const scores = new Map<string, number[]>();
    for (const line of gunzipSync(readFileSync(casesFile(file)))
      .toString()
      .trim()
      .split('\n')) {
      const { url, pageType, html, mainContent } = JSON.parse(line) as Page;
      const score = wordF1(readMain(readBlocks(html), url).content.text, mainContent ?? '');
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
  }, 60_000);
});
