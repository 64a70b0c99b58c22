import { clip, printable } from '../../../lib/base/printable.ts';
import { formatCount, formatNumber, formatTime } from '../../../lib/base/quantity.ts';
import { isRemoved } from '../../../lib/domain/control/pause.ts';
import type { ListedJob, RemovedJob } from '../../../lib/runtime/shared/installation.ts';
import { fields, table } from '../base/table.ts';

export function renderJobs(jobs: readonly ListedJob[]): string {
  if (jobs.length === 0) return 'there is no job yet\n';
  return table(
    [
      { title: 'job', cell: ({ name }) => name },
      { title: 'state', cell: (job) => (isRemoved(job) ? 'removed' : job.state) },
      { title: 'made', cell: ({ createdAt }) => formatTime(createdAt) },
      { title: 'why it is not open', cell: ({ pause }) => clip(printable(pause?.reason ?? ''), 60) },
      ...(jobs.every(({ trouble }) => trouble === undefined) ? [] : [wrong]),
    ],
    jobs,
  );
}

const wrong = {
  title: 'what is wrong with it',
  cell: ({ trouble = '' }: ListedJob) => clip(printable(trouble), 100),
};

/** What went of a job, or would go, and what stays. */
export function renderRemoved(
  { job, hosts, pending, visited, erased, collection, forgotten }: RemovedJob,
  isDryRun: boolean,
): string {
  const stays = [
    collection ? 'its records, raw documents and changes objects (`winnow records`, `winnow events`)' : [],
    forgotten ? [] : 'its name and settings',
    'the log of commands',
  ].flat();
  return `${job}: ${isDryRun ? 'would be removed' : 'removed'}\n${fields([
    [
      'hosts',
      `${formatCount(hosts, 'host')}, ${formatNumber(pending)} pending, ${formatNumber(visited)} visited`,
    ],
    ['links', 'inboxes, the link log, off-topic pages, counters and notes'],
    ['deleted', isDryRun ? undefined : formatCount(erased, 'row or object', 'rows and objects')],
    ['stay', stays.join(', ')],
    ['indexers', collection ? 'are told nothing' : undefined],
  ])}`;
}
