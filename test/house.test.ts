import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { circlesOf, folderCircles } from './support/architecture/folder-circles.ts';
import { bundledLines, type HouseFigures, measureHouse } from './support/architecture/house-figures.ts';

/** What each figure is at most. A change that makes one smaller brings its bound down. */
const most: HouseFigures = {
  circles: 0,
  openedDocuments: 6,
  openedTopic: 6,
  openedGraph: 6,
  offeredNames: 456,
  loneFiles: 621,
  lines: 161_950,
  faceLines: 8_397,
  words: 69_698,
};

/** The same of lines that a function's bundle takes from lib. */
const mostBundled = { jobs: 9_762, harvest: 46_888 } as const;

describe('the figures of the house', () => {
  const figures = measureHouse();
  const outDir = mkdtempSync(join(tmpdir(), 'winnow-house-'));
  afterAll(() => rmSync(outDir, { recursive: true, force: true }));

  it.each(Object.entries(most))('has at most as many %s as it had', (name, bound) => {
    expect(figures[name as keyof HouseFigures]).toBeLessThanOrEqual(bound);
  });

  it.each(Object.entries(mostBundled))('takes at most as many lines into the bundle of %s', (name, bound) => {
    expect(bundledLines(name as keyof typeof mostBundled, outDir)).toBeLessThanOrEqual(bound);
  });
});

describe('circles of folders', () => {
  const file = (path: string, ...names: readonly string[]) => ({
    path,
    imports: names.map((name) => ({ own: true, name })),
  });

  it('are found where no files are in a circle', () => {
    const files = [
      file('lib/a/one.ts', 'lib/b/two.ts'),
      file('lib/b/two.ts'),
      file('lib/b/three.ts', 'lib/a/four.ts'),
      file('lib/a/four.ts'),
    ];
    expect(folderCircles(files)).toEqual([['lib/a', 'lib/b']]);
  });

  it('are found between a file and a folder beside it, and between subfolders', () => {
    const files = [
      file('lib/a/one.ts', 'lib/a/in/two.ts'),
      file('lib/a/in/three.ts', 'lib/a/one.ts'),
      file('lib/b/x/four.ts', 'lib/b/y/five.ts'),
      file('lib/b/y/six.ts', 'lib/b/x/seven.ts'),
    ];
    expect(folderCircles(files)).toEqual([
      ['lib/a/in', 'lib/a/one.ts'],
      ['lib/b/x', 'lib/b/y'],
    ]);
  });

  it('are none where two folders share a third', () => {
    const graph = new Map([
      ['a', new Set(['b', 'c'])],
      ['b', new Set(['c'])],
    ]);
    expect(circlesOf(graph)).toEqual([]);
  });
});
