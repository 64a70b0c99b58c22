import { describe, expect, it } from 'vitest';
import { suggestMarks } from '../../../lib/topic/taxonomy/suggest.ts';

const page = (id: string, kept: number, refused: number) => ({ id, kept, refused });
const good = ['/money/funds'];

describe('suggesting marks', () => {
  it('names the class beside a good one that refused pages belong to, and the one above both', () => {
    const census = [page('/money/funds', 10, 0), page('/money/investment/shares', 0, 4)];
    expect(suggestMarks([...census, page('/money/investment', 0, 3)], good, [])).toEqual([
      { path: '/money/investment', beside: '/money/funds', refused: 7, share: 0.7, above: '/money' },
    ]);
  });

  it('names the class above when pages end there', () => {
    const found = suggestMarks([page('/money/funds', 10, 0), page('/money', 0, 6)], good, []);
    expect(found.map(({ path }) => path)).toEqual(['/money']);
  });

  it.each([
    ['far away', [page('/money/funds', 10, 0), page('/sports/cycling', 0, 50)], good, []],
    ['marked already', [page('/money/funds', 10, 0), page('/money/loans', 0, 50)], good, ['/money']],
    ['too few', [page('/money/funds', 1, 0), page('/money/loans', 0, 4)], good, []],
    ['few beside what is kept', [page('/money/funds', 100, 0), page('/money/loans', 0, 19)], good, []],
    ["another model's", [page('/nature', 10, 0), page('TRAINS', 0, 30)], ['/nature'], []],
    ['good themselves', [page('/money/funds', 10, 30)], good, []],
  ])('passes over classes that are %s', (_, census, marks, crawlOnly) => {
    expect(suggestMarks(census, marks, crawlOnly)).toEqual([]);
  });

  it('never names the root', () => {
    expect(suggestMarks([page('/a', 1, 0), page('/', 0, 9)], ['/a'], [])).toEqual([]);
    const [beside] = suggestMarks([page('/a', 1, 0), page('/b/c', 0, 9)], ['/a'], []);
    expect(beside).toEqual({ path: '/b', beside: '/a', refused: 9, share: 9 });
  });
});
