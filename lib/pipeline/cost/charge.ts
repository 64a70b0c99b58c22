import { monthOf } from '../../domain/cost/month.ts';
import type { CostUnits } from '../../domain/cost/units.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import type { JobIsolation } from '../job/isolate-jobs.ts';
import { pauseIfSpent } from './budget.ts';
import { addToSheet } from './sheet.ts';

export type Charging = Pick<Ports, 'jobs' | 'commands' | 'clock'>;

/**
 * Adds what AWS bills to the costs of a job, in one write. When a worker dies before, its costs are not counted. Pauses
 * the job when this spends the month's budget.
 * @returns why the job was paused; undefined when it was not
 */
export async function charge(
  ports: Charging,
  { name, limits }: Pick<JobSettings, 'name' | 'limits'>,
  units: CostUnits,
): Promise<string | undefined> {
  const month = monthOf(ports.clock.now());
  const spent = await addToSheet(ports.jobs, name, month, units);
  const { dollarsPerMonth } = limits;
  if (dollarsPerMonth === undefined) return undefined;
  return await pauseIfSpent(ports, name, { limit: dollarsPerMonth, spent, month });
}

/**
 * Counts pages and turns where nothing is billed, to estimate what they would cost on AWS. Kept in memory until `flush`,
 * because a write per turn would be expensive; counts of a process that dies are lost.
 */
export interface CostBuffer {
  add(job: string, pages: number, turns: number): void;
  /** @param isolation keeps going after jobs whose costs cannot be written, which loses those; absent: throws the first error */
  flush(isolation?: JobIsolation): Promise<void>;
}

export function openCostBuffer({ jobs, clock }: Pick<Ports, 'jobs' | 'clock'>): CostBuffer {
  const open = new Map<string, { pages: number; turns: number }>();
  return {
    add(job, pages, turns) {
      const sum = open.get(job) ?? { pages: 0, turns: 0 };
      open.set(job, { pages: sum.pages + pages, turns: sum.turns + turns });
    },
    async flush(isolation) {
      const all = [...open];
      open.clear();
      const month = monthOf(clock.now());
      for (const [job, work] of all) {
        const write = () => addToSheet(jobs, job, month, work);
        await (isolation === undefined ? write() : isolation.attempt(job, 'costs', write));
      }
    },
  };
}
