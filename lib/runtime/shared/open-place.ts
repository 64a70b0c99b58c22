import { WinnowError } from '../../base/error.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';

export interface PlaceParts extends Omit<Workplace, 'job' | 'settings'> {
  /** A hint at the end of messages about a missing job: how to make it. */
  readonly hint?: string;
}

/** An installation for those who ask for operations. */
export function openPlace({ hint = '', ...parts }: PlaceParts): Workplace {
  const { jobs } = parts.ports;
  const job: Workplace['job'] = async (name) => {
    const found = await jobs.job(name);
    if (found) return found;
    const known = (await jobs.jobs()).map((other) => other.name).join(', ');
    const others = known === '' ? '' : `; it has ${known}`;
    throw new WinnowError('not-found', `there is no job ${name} in ${parts.name}${others}${hint}`);
  };
  return { ...parts, job, settings: async (name) => settingsOf(jobs, name, (await job(name)).config) };
}
