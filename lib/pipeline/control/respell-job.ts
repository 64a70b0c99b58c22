import { WinnowError } from '../../base/error.ts';
import { changedSteps, movesHosts } from '../../base/url/changed-steps.ts';
import { fingerprint } from '../../base/url/fingerprint.ts';
import { presentHost, presentName } from '../../base/url/present-name.ts';
import type { HostName } from '../../base/url/url.ts';
import type { Task } from '../../domain/control/command.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { eachPage } from '../frontier/each-visit.ts';
import { eachHost, hostPages } from '../frontier/host-pages.ts';
import { mustNotBeRemoved } from '../job/open-job.ts';
import { changeTasks, jobWithTask, type Tasking } from './change-tasks.ts';

export interface RespellOptions {
  /** Report what would change, and change nothing. */
  readonly dryRun: boolean;
  /** The command that asks for it. */
  readonly request: string;
}

/** What the changed steps of `url` change. */
export interface RespellReport {
  readonly job: string;
  /** Changed keys of the `url` section. */
  readonly steps: readonly string[];
  /** Hosts with URLs that get other names; `urls`: these URLs, without unchecked links. Only of a dry run. */
  readonly hosts?: number;
  readonly urls?: number;
  /** URLs that then are the same page as another URL. Only of a dry run. */
  readonly merged?: number;
}

/** Hex digits of a fingerprint that are used as a number: 52 bits, enough to tell ten million URLs apart. */
const digits = 13;

/**
 * Changes the steps of `url` for a job, and renames all URLs that its hosts know: in their turns, in slices, beside the
 * crawl. If no step changed, the hosts check their URLs once more, which completes a pass that was cancelled. Changes only
 * the `url` section of the settings.
 * @param given settings with the new `url` section
 * @throws WinnowError `usage` for other aliases while URLs are still on their way to other hosts by the former aliases
 */
export async function respellJob(
  ports: Tasking & Pick<Ports, 'segments'>,
  job: Job,
  given: JobSettings,
  { dryRun, request }: RespellOptions,
): Promise<RespellReport> {
  mustNotBeRemoved(job);
  const before = await settingsOf(ports.jobs, job.name, job.config);
  const changed = changedSteps(before.url, given.url);
  const steps = changed.map(({ key }) => key);
  if (changed.some(movesHosts)) await mustBeSettled(ports, job, before);
  if (dryRun) return { job: job.name, steps, ...(await count(ports, job, given)) };
  const config = await ports.jobs.putSettings({ ...before, url: given.url });
  const task: Task = { id: request, kind: 'respell', at: ports.clock.now(), looked: 0, told: 0 };
  await changeTasks(ports, job.name, (was) => {
    if (was.config === job.config) return jobWithTask({ ...was, config }, task);
    throw new WinnowError('unavailable', `job ${job.name} is being given other settings; try again`);
  });
  return { job: job.name, steps };
}

/**
 * Checks that no host is sending its URLs away: a host that has sent some of them takes URLs that come back for known ones,
 * until all are gone.
 * @throws WinnowError `usage`
 */
export async function mustBeSettled(
  ports: Pick<Ports, 'hosts'>,
  job: Job,
  before: JobSettings,
): Promise<void> {
  for await (const page of hostPages(ports, job.name)) {
    for (const { host, control } of page) {
      const to = presentHost(before, host);
      const { pending, visited } = control.counters;
      if (to === host || pending + visited === 0 || holdOn(job.holds, host)?.verb === 'block') continue;
      throw new WinnowError(
        'usage',
        `job ${job.name}: URLs of ${host} are still on their way to ${to}, by the aliases of before; try again when it has none (\`winnow status\`)`,
      );
    }
  }
}

async function count(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  given: JobSettings,
): Promise<Required<Pick<RespellReport, 'hosts' | 'urls' | 'merged'>>> {
  const total = { hosts: 0, urls: 0, merged: 0 };
  // The URLs of hosts that receive URLs are compared with what they receive.
  const meeting = new Map<HostName, Set<number>>();
  for await (const page of hostPages(ports, job.name)) {
    for (const { host } of page) {
      const to = presentHost(given, host);
      if (to !== host) meeting.set(to, new Set());
    }
  }
  await eachHost(ports, job.name, async (host) => {
    const names = meeting.get(presentHost(given, host)) ?? new Set<number>();
    const known = names.size;
    let [urls, pages] = [0, 0];
    await eachPage(ports, job, host, async ({ url }) => {
      const name = presentName(given, url);
      pages += 1;
      if (name !== url) urls += 1;
      names.add(Number.parseInt(fingerprint(job.fingerprintKey, name).slice(0, digits), 16));
    });
    total.merged += pages - (names.size - known);
    if (urls === 0) return;
    total.hosts += 1;
    total.urls += urls;
  });
  return total;
}
