import { expect, it } from 'vitest';
import { stageLine } from '../../../bin/render/crawl/stage.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';

const strategy: NonNullable<Status['strategy']> = {
  ...{ stage: 'find', number: 2, stages: 3, sums: { pages: 120, relevant: 7, targets: 130 } },
  objectives: { of: 'job', pages: 500, yield: { below: 0.05, over: 100 } },
  ended: [{ name: 'look', at: 0, why: '100 pages, of 100' }],
};

it('a status says in which stage a job is, and what ends it', () => {
  expect(stageLine({ strategy } as Status)).toBe(
    "stage 2 of 3, 'find': ends at 120 of 500 pages, or less than 5 % relevant of 100 pages; 'look' ended: 100 pages, of 100",
  );
  const ofSites = { ...strategy, objectives: { of: 'site', relevant: 3 }, ended: [] } as const;
  expect(stageLine({ strategy: ofSites } as unknown as Status)).toBe(
    "stage 2 of 3, 'find': each site goes on by itself; this stage ends at 3 relevant pages (`winnow strategy` shows each)",
  );
});
