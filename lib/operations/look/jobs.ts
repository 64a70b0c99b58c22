import { isRemoved } from '../../domain/control/pause.ts';
import { type ListedJob, listJobs } from '../../pipeline/control/look.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { note, table, type ViewColumn } from '../../pipeline/operation/view.ts';

const wrong: ViewColumn<ListedJob> = { title: 'what is wrong with it', width: 100, value: 'trouble' };

/** All jobs, with what is wrong with each. */
export const jobs = operation({
  about: 'installation',
  input: {},
  effect: 'reads',
  run: ({ ports }) => listJobs(ports),
  view(listed) {
    if (listed.length === 0) return [[note('there is no job yet')]];
    const columns: readonly ViewColumn<ListedJob>[] = [
      { title: 'job', value: 'name' },
      { title: 'state', value: (job) => (isRemoved(job) ? 'removed' : job.state) },
      { title: 'made', unit: 'time', value: 'createdAt' },
      { title: 'why it is not open', width: 60, value: ({ pause }) => pause?.reason },
      ...(listed.every(({ trouble }) => trouble === undefined) ? [] : [wrong]),
    ];
    return [[table(columns, listed)]];
  },
});
