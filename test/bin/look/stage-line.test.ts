import { expect, it } from 'vitest';
import { status } from '../../../lib/operations/look/status.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';
import { shownBy } from '../../support/viewed.ts';

const plain: Status = {
  ...{ job: 'birds', state: 'open', config: 'c', hosts: { idle: 0, due: 0, ticketed: 0 }, pending: 0 },
  ...{ fetched: 0, outcomes: {}, harvest: { judged: 0, kept: 0 }, bytes: 0, openSegments: 0, reasons: [] },
};

function stageLine(strategy: Status['strategy']): string | undefined {
  return /^strategy +(.*)$/m.exec(shownBy(status, { ...plain, strategy } as Status))?.[1];
}

const strategy: NonNullable<Status['strategy']> = {
  ...{ stage: 'find', number: 2, stages: 3, sums: { pages: 120, relevant: 7, targets: 130 } },
  objectives: { of: 'job', pages: 500, yield: { below: 0.05, over: 100 } },
  ended: [{ name: 'look', at: 0, why: '100 pages, of 100' }],
};

it('a status says in which stage a job is, and what ends it', () => {
  expect(stageLine(strategy)).toBe(
    "stage 2 of 3, 'find': ends at 120 of 500 pages, or less than 5 % relevant of 100 pages; 'look' ended: 100 pages, of 100",
  );
  const ofSites = { ...strategy, objectives: { of: 'site', relevant: 3 }, ended: [] } as const;
  expect(stageLine(ofSites as unknown as Status['strategy'])).toBe(
    "stage 2 of 3, 'find': each site goes on by itself; this stage ends at 3 relevant pages (`winnow strategy` shows each)",
  );
});
