import { describe, expect, it } from 'vitest';
import type { TopicVerdict } from '../../lib/base/page/topic-verdict.ts';
import { classHierarchy } from '../../lib/topic/terms/class-file.ts';
import { openStatistics } from '../../lib/topic/terms/collection-statistics.ts';

const verdict = (...ids: readonly string[]): TopicVerdict => ({
  ...{ relevant: true, filter: 'f', kind: 'terms', score: 1 },
  classes: ids.map((id) => ({ id, score: 1, share: 1, evidence: [] })),
});

describe('statistics of a collection', () => {
  it('add up classes by those above them, a record once for each, and count those of none', () => {
    const hierarchy = classHierarchy([
      { id: 'BIRDS' },
      { id: 'OWL', parent: 'BIRDS' },
      { id: 'BARN', parent: 'OWL' },
    ]);
    const { add, result } = openStatistics(undefined, hierarchy);
    add(verdict('BARN', 'OWL'), undefined);
    add(verdict('BARN'), undefined);
    add(verdict('SHIP'), undefined);
    add(verdict(), undefined);
    add(undefined, undefined);
    expect(result()).toEqual({
      records: 5,
      unjudged: 1,
      unclassified: 1,
      classes: [
        { id: 'BARN', records: 2, within: 2, best: 2 },
        { id: 'OWL', records: 1, within: 2, best: 0 },
        { id: 'BIRDS', records: 0, within: 2, best: 0 },
        { id: 'SHIP', records: 1, within: 1, best: 1 },
      ],
    });
  });

  it('take paths for what they say', () => {
    const { add, result } = openStatistics(undefined);
    add(verdict('/nature/birds', '/nature/fish'), undefined);
    add(verdict('/nature'), undefined);
    expect(result().classes).toEqual([
      { id: '/nature', records: 1, within: 2, best: 1 },
      { id: '/nature/birds', records: 1, within: 1, best: 1 },
      { id: '/nature/fish', records: 1, within: 1, best: 0 },
    ]);
  });
});
