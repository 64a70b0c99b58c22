import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { contactLack } from '../../domain/settings/contact.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import { statusOf } from '../../pipeline/report/status.ts';

export interface PlaceParts extends Omit<Workplace, 'job' | 'settings' | 'status'> {
  /** What keeps all jobs from their turns, a sentence each. Absent: nothing can. */
  readonly stoppages?: () => Promise<readonly string[]>;
  /** A hint at the end of messages about a missing job: how to make it. */
  readonly hint?: string;
}

/** An installation for those who ask for operations. */
export function openPlace({ hint = '', stoppages, ...parts }: PlaceParts): Workplace {
  const { jobs } = parts.ports;
  const job: Workplace['job'] = async (name) => {
    const found = await jobs.job(name);
    if (found) return found;
    const known = (await jobs.jobs()).map((other) => other.name).join(', ');
    const others = known === '' ? '' : `; it has ${known}`;
    throw new WinnowError('not-found', `there is no job ${name} in ${parts.name}${others}${hint}`);
  };
  const status: Workplace['status'] = async (name, { countRecords = true } = {}) => {
    const { records, ...others } = parts.ports;
    const hindrances = { lack: contactLack, ...defined({ stoppages: await stoppages?.() }) };
    return await statusOf(
      countRecords ? parts.ports : others,
      await job(name),
      await parts.summary(name),
      hindrances,
    );
  };
  return {
    ...parts,
    job,
    status,
    settings: async (name) => settingsOf(jobs, name, (await job(name)).config),
  };
}
