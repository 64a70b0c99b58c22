import { settingsFor } from '../domain/overrides.ts';
import type { HostName } from '../domain/url.ts';
import type { Again, Job } from '../ports/jobs.ts';
import { endPass } from './control/parts.ts';
import { deliver } from './deliver.ts';
import { wakeWaiting } from './domain-ledger.ts';
import { type RecycleReport, type Recycling, recycleGroup } from './recycle-group.ts';
import { settingsOf } from './settings-cache.ts';
import { sideBySide } from './side-by-side.ts';

const hostsAtOnce = 16;
const hostsPage = 200;
/** Segments that are read again in one round of deliveries. */
const groupSize = 50;
/** How often a lost race against another writer of the job is run again. */
const attempts = 10;

/**
 * Goes on with a job's second pass over its link log until it is over or the time is up. Its place is kept with the
 * job after every round, so whoever comes next goes on there; a round that was not finished is done again, and the
 * hosts drop what they know.
 * @returns what was done, and whether the pass is over
 */
export async function recycleAgain(
  ports: Recycling,
  job: Job,
  endBy: number,
): Promise<RecycleReport & { readonly over: boolean }> {
  const total = { segments: 0, links: 0, delivered: 0, hosts: 0 };
  let current: Job | undefined = job;
  while (current?.again !== undefined) {
    if (ports.clock.monotonic() >= endBy) return { ...total, over: false };
    const { again }: Job = current;
    const { report, next } = again?.told
      ? await readAgain(ports, current, again)
      : await tellHosts(ports, current);
    total.segments += report.segments;
    total.links += report.links;
    total.delivered += report.delivered;
    total.hosts += report.hosts;
    const { looked = 0, told = 0 } = again?.progress ?? {};
    const progress = { looked: looked + report.segments, told: told + report.delivered };
    if (next === undefined) await endPass(ports, current.name, { ...again, progress }, 'done');
    current = await moveOn(ports, current, next && { ...next, progress });
  }
  return { ...total, over: true };
}

interface Round {
  readonly report: RecycleReport;
  /** Where the pass stands now; absent: it is over. */
  readonly next?: Again;
}

/**
 * Wakes hosts that budgets kept something from, and makes them count it anew; those that hold what looks like a trap; and
 * those that wait for a try.
 */
async function tellHosts(ports: Recycling, job: Job): Promise<Round> {
  const again = job.again as Again;
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const page = await ports.hosts.hosts(job.name, hostsPage, again.cursor);
  const domains = new Map<string, HostName>();
  for (const { host, control } of page.hosts) if (control.waits) domains.set(control.waits.domain, host);
  const over = page.hosts.filter(
    ({ control: { counters } }) => counters.overBudget !== undefined || counters.held !== undefined,
  );
  await sideBySide(over, hostsAtOnce, ({ host }) =>
    deliver(ports, job.name, host, `again-${again.id}`, { candidates: [], again: job.config }),
  );
  await sideBySide([...domains], hostsAtOnce, ([domain, host]) =>
    wakeWaiting(ports, { job: job.name, domain }, settingsFor(settings, host).budgets),
  );
  const { cursor: _, ...rest } = again;
  const next: Again = page.cursor === undefined ? { ...rest, told: true } : { ...rest, cursor: page.cursor };
  return { report: { segments: 0, links: 0, delivered: 0, hosts: over.length }, next };
}

async function readAgain(ports: Recycling, job: Job, again: Again): Promise<Round> {
  const found = await ports.links.kept(job.name, groupSize, again.after);
  const ids = found.filter((id) => id < again.end);
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const report = await recycleGroup(ports, job, settings, ids, { again });
  const last = ids.at(-1);
  return last === undefined ? { report } : { report, next: { ...again, after: last } };
}

/** Keeps the place of the pass. Others may have changed the job, or asked for another pass: theirs goes on. */
async function moveOn(ports: Recycling, was: Job, next: Again | undefined): Promise<Job | undefined> {
  let current: Job | undefined = was;
  for (let attempt = 0; attempt < attempts && current?.again !== undefined; attempt += 1) {
    if (current.again.id !== was.again?.id) return current;
    const { again: _, ...rest }: Job = current;
    const moved: Job = next === undefined ? rest : { ...rest, again: next };
    if (await ports.jobs.put(current, moved)) return moved;
    current = await ports.jobs.job(was.name);
  }
  return current;
}
