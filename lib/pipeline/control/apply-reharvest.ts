import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { type HostName, hostOf } from '../../base/url/url.ts';
import { allJobs } from '../../domain/control/all-jobs.ts';
import type { JobTouched, PageScope, ReharvestCommand, Task } from '../../domain/control/command.ts';
import { covers, namedHost } from '../../domain/control/hold.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import { isPlain, type RevisitMark } from '../../domain/control/revisit-mark.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { countHosts } from '../frontier/count-hosts.ts';
import type { Applied, CommandOptions, Controlling } from './applied.ts';
import { jobsNamed } from './apply-state.ts';
import { changeTasks, jobWithTask } from './change-tasks.ts';
import { jobByJob } from './job-by-job.ts';
import { isConcerned, mostOf, tell, withMost } from './tasks.ts';
import { touched } from './touched-hosts.ts';
import { unknownIn } from './unknown-scope.ts';

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
  const unmatched: string[] = [];
  let goesOn = false;
  const each = jobByJob();
  for (const job of named) {
    if (command.job === allJobs && job.state !== 'open') continue;
    await each.attempt(job.name, async () => {
      if (isRemoved(job)) throw new WinnowError('usage', `job ${job.name}: it was removed`);
      const hosts = await hostsMeant(ports, job, command.scope);
      const unknown = await unknownIn(ports, job, command.scope, hosts);
      if (unknown !== undefined) {
        unmatched.push(unknown);
        return;
      }
      if (hosts !== undefined) {
        jobs.push(await tellNow(ports, job, hosts, task, asked));
        return;
      }
      const means = await hostsTouched(ports, job, task);
      const isNothing = means.hosts === 0 && !means.atLeast;
      if (!asked.dryRun && !isNothing) {
        await changeTasks(ports, job.name, (was) => jobWithTask(was, task));
        goesOn = true;
      }
      jobs.push(means);
    });
  }
  each.end();
  const [first] = unmatched;
  if (first !== undefined && jobs.length === 0) throw new WinnowError('not-found', first);
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

/** The hosts that may make pages due: of a limit no more than it leaves. */
async function hostsTouched({ hosts }: Pick<Ports, 'hosts'>, job: Job, task: Task): Promise<JobTouched> {
  const { what, mark, maxPages = Number.POSITIVE_INFINITY } = task;
  // A turn that runs may have visited pages that are not counted yet.
  const isMeant = (control: HostControl): boolean =>
    control.state === 'ticketed' || isConcerned(task, control, task.at);
  const note = mark === undefined || isPlain(mark) ? undefined : looks;
  const means = await touched({ hosts }, job, job, { what, isMeant, note });
  const [most, pages] = [Math.min(means.hosts, maxPages), Math.min(means.visited, maxPages)];
  return { ...means, hosts: most, visited: pages };
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
    const most = mostOf(control, left);
    const pages = most ?? control.counters.visited;
    total.hosts += 1;
    total.pending += (await countHosts(ports, job.name, [{ host, control }])).pending;
    total.visited += pages;
    left -= pages;
    if (!dryRun) await tell(ports, job, withMost(task, most), host);
  }
  const note = total.hosts === 0 ? 'no page that was visited is meant' : looks;
  return { job: job.name, state: job.state, before: job.state, ...total, note };
}
