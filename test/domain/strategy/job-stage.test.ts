import { describe, expect, it } from 'vitest';
import { firstStage, goOn, passStages, type StageSums } from '../../../lib/domain/strategy/job-stage.ts';
import type { Objectives } from '../../../lib/domain/strategy/objectives.ts';
import type { Strategy } from '../../../lib/domain/strategy/strategy.ts';

function strategy(...objectives: readonly Objectives[]): Strategy {
  return {
    stages: objectives.map((one, at) => ({
      ...{ name: `stage ${at}`, load: 1, objectives: one, layers: [], ranking: [], control: [] },
    })),
  };
}

function sums(
  ...counts: readonly (readonly [pages: number, relevant: number])[]
): ReadonlyMap<number, StageSums> {
  return new Map(counts.map(([pages, relevant], at) => [at, { pages, relevant, targets: pages }]));
}

const start = firstStage('v');

describe('the stages of a job', () => {
  it('go on when the sums reach an objective, and say why', () => {
    const of = strategy({ of: 'job', pages: 10 }, { of: 'job', relevant: 3 });
    const looked = passStages(of, start, sums([9, 1]), 1_000);
    expect(looked).toMatchObject({ stage: 0, ended: [] });
    const next = passStages(of, looked, sums([11, 1]), 2_000);
    expect(next).toMatchObject({ stage: 1, ended: [{ name: 'stage 0', at: 2_000, why: '11 pages, of 10' }] });
    expect(passStages(of, next, sums([11, 1], [5, 3]), 3_000).stage).toBe(2);
  });

  it('are the same value while nothing changes', () => {
    const of = strategy({ of: 'job', pages: 10 });
    const looked = passStages(of, start, sums([1, 0]), 1_000);
    expect(passStages(of, looked, sums([2, 0]), 2_000)).toBe(looked);
  });

  it('end by time from the first look on', () => {
    const of = strategy({ of: 'job', timeMs: 60_000 });
    const looked = passStages(of, start, sums([0, 0]), 1_000);
    expect(passStages(of, looked, sums([0, 0]), 60_000).stage).toBe(0);
    expect(passStages(of, looked, sums([0, 0]), 61_000)).toMatchObject({
      stage: 1,
      ended: [{ why: '60 seconds, of 60' }],
    });
  });

  it('end by the yield of the last pages, window by window', () => {
    const of = strategy({ of: 'job', yield: { below: 0.5, over: 10 } });
    const good = passStages(of, start, sums([10, 8]), 1_000);
    expect(good.stage).toBe(0);
    expect(passStages(of, good, sums([19, 8]), 2_000).stage).toBe(0);
    expect(passStages(of, good, sums([20, 9]), 3_000).ended[0]?.why).toBe(
      '1 relevant among the last 10 pages, less than 50 %',
    );
  });

  it('leave objectives of sites to the sites', () => {
    const of = strategy({ of: 'site', pages: 1 }, { of: 'job', pages: 5 });
    expect(passStages(of, start, sums([100, 0], [1, 0]), 1_000).stage).toBe(0);
    expect(passStages(of, start, sums([100, 0], [5, 0]), 1_000).stage).toBe(2);
  });

  it('count the last stage anew after a person has gone on', () => {
    const of = strategy({ of: 'job', pages: 10 });
    const over = passStages(of, start, sums([10, 0]), 1_000);
    const again = goOn(of, over, sums([10, 0]), 1_000);
    expect(again.stage).toBe(0);
    expect(passStages(of, again, sums([19, 0]), 2_000).stage).toBe(0);
    expect(passStages(of, again, sums([20, 0]), 2_000).stage).toBe(1);
  });
});
