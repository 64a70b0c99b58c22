import { defined } from '../../domain/base/defined.ts';
import { WinnowError } from '../../domain/base/error.ts';
import {
  allJobs,
  type JobTouched,
  type PageScope,
  type ReharvestCommand,
  type Task,
} from '../../domain/control/command.ts';
import { covers, namedHost } from '../../domain/control/hold.ts';
import { isPlain, type RevisitMark } from '../../domain/control/revisit-mark.ts';
import { canonicalise } from '../../domain/url/canonicalise.ts';
import { type HostName, hostOf } from '../../domain/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import { countHosts } from '../frontier/count-hosts.ts';
import type { Applied, CommandOptions, Controlling } from './applied.ts';
import { jobsNamed } from './apply-state.ts';
import { changeTasks, jobWithTask } from './change-tasks.ts';
import { jobByJob } from './job-by-job.ts';
import { isConcerned, tell } from './tasks.ts';
import { touched } from './touched-hosts.ts';

const dayMs = 86_400_000;
/** The most URLs of a record whose hosts are notified. */
const maxUrls = 1_000;
const looks = 'at most: each host looks which are meant';

/**
 * Makes pages due again, with validators or without. No page is read here: hosts are notified, and mark their own pages at
 * their next turns. Where the scope names hosts they are notified now, otherwise all hosts in slices.
 */
export async function applyReharvest(
  ports: Controlling,
  command: ReharvestCommand,
  asked: CommandOptions,
): Promise<Applied> {
  const named = await jobsNamed(ports, command.job);
  const mark = markOf(command, asked.at);
  const task: Task = {
    ...{ id: command.requestId, kind: 'reharvest', at: asked.at, looked: 0, told: 0, mark },
    ...defined({
      what: command.scope.host === undefined ? undefined : namedHost(command.scope.host),
      maxPages: command.maxPages,
    }),
  };
  const jobs: JobTouched[] = [];
  let goesOn = false;
  const each = jobByJob();
  for (const job of named) {
    if (command.job === allJobs && job.state !== 'open') continue;
    await each.attempt(job.name, async () => {
      const hosts = await hostsMeant(ports, job, command.scope);
      if (hosts !== undefined) {
        jobs.push(await tellNow(ports, job, hosts, task, asked));
        return;
      }
      const means = await touched(ports, job, job, task.what, isPlain(mark) ? undefined : looks);
      const isNothing = means.hosts === 0 && !means.atLeast;
      if (!asked.dryRun && !isNothing) {
        await changeTasks(ports, job.name, (was) => jobWithTask(was, task));
        goesOn = true;
      }
      jobs.push(means);
    });
  }
  each.end();
  return { jobs, ...(goesOn ? { goesOn } : {}) };
}

function markOf({ scope, unconditional }: ReharvestCommand, at: number): RevisitMark {
  const { prefix, class: topicClass, record, status, olderThanDays = 0 } = scope;
  return {
    before: at - olderThanDays * dayMs,
    ...defined({
      prefix: prefix === undefined ? undefined : prefixOf(prefix).url,
      class: topicClass,
      md5: record,
      status,
      unconditional: unconditional || undefined,
    }),
  };
}

function prefixOf(prefix: string) {
  const canonical = canonicalise(prefix);
  if (canonical.ok) return canonical;
  throw new WinnowError('usage', `scope.prefix: ${JSON.stringify(prefix.slice(0, 100))} is no URL`);
}

/** The hosts that a scope names by a URL or a record; undefined: the scope names none. */
async function hostsMeant(
  ports: Controlling,
  job: Job,
  { host, prefix, record }: PageScope,
): Promise<readonly HostName[] | undefined> {
  if (prefix === undefined && record === undefined) return undefined;
  const within = host === undefined ? undefined : namedHost(host);
  const ofPrefix = prefix === undefined ? undefined : prefixOf(prefix).host;
  const found =
    record === undefined
      ? [ofPrefix as HostName]
      : (await ports.records.urls(job.name, record, maxUrls)).map(hostOf);
  return [...new Set(found)].filter(
    (one) => (within === undefined || covers(within, one)) && (ofPrefix === undefined || one === ofPrefix),
  );
}

async function tellNow(
  ports: Controlling,
  job: Job,
  hosts: readonly HostName[],
  task: Task,
  { dryRun }: CommandOptions,
): Promise<JobTouched> {
  const total = { hosts: 0, pending: 0, visited: 0 };
  let left = task.maxPages ?? Number.POSITIVE_INFINITY;
  for (const host of hosts) {
    const control = await ports.hosts.control({ job: job.name, host });
    if (control === undefined || left <= 0 || !isConcerned(task, control, task.at)) continue;
    total.hosts += 1;
    total.pending += (await countHosts(ports, job.name, [{ host, control }])).pending;
    total.visited += control.counters.visited;
    left -= control.counters.visited;
    if (!dryRun) await tell(ports, job, task, host);
  }
  const note = total.hosts === 0 ? 'no page that was visited is meant' : looks;
  return { job: job.name, state: job.state, before: job.state, ...total, note };
}
