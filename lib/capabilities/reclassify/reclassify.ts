import { defined } from '../../base/defined.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { type Missed, unlessDamaged, withMissed } from '../../domain/control/damaged-hosts.ts';
import { inboxItemBytes, jsonBytes } from '../../domain/inbox/cut-by-bytes.ts';
import { orderMessage } from '../../domain/inbox/order.ts';
import { judgeOrder } from '../../domain/orders/judge-order.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import { eachVisit } from '../../pipeline/frontier/each-visit.ts';
import { endPass } from '../../pipeline/job/command-parts.ts';
import { changeJob } from '../../pipeline/job/open-job.ts';
import type { Job, Progress, Reclassification } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { needsJudging } from './needs-judging.ts';

/** Hosts after which the pass stores its position. */
const hostsPage = 10;
/** Pages in one message: a turn judges them in some seconds, and their URLs are 10 KB. */
const pagesPerMessage = 100;
const messagesAtOnce = 8;

/** Prefix of ids of messages that ask to judge pages again. They sort after all other messages, so that none waits for them. */
export const judgeMessage = 'z-judge-';

/** How many hosts were told to judge, and how many pages. */
export interface ReclassifyReport {
  readonly hosts: number;
  readonly pages: number;
  /** The next run of the recycler tells the remaining hosts. */
  readonly unfinished?: true;
}

type Telling = Pick<Ports, 'jobs' | 'commands' | 'hosts' | 'segments' | 'due' | 'clock'>;

/**
 * Tells hosts which of their pages to judge again, until all hosts are told or the time is up. The messages go to the
 * inboxes, which the next turns take in: pages are only judged within turns. The job stores the position of the pass after
 * every few hosts. A host that is told twice judges twice, and changes nothing the second time.
 */
export async function tellToJudge(ports: Telling, job: Job, endBy: number): Promise<ReclassifyReport> {
  let [hosts, pages] = [0, 0];
  let current: Job | undefined = job;
  while (current?.judge !== undefined) {
    if (ports.clock.monotonic() >= endBy) return { hosts, pages, unfinished: true };
    const settings = await settingsOf(ports.jobs, current.name, current.config);
    const { judge, name }: Job = current;
    const page = await ports.hosts.hosts(name, hostsPage, judge?.cursor);
    let { looked, told, missed }: Progress = judge?.progress ?? { looked: 0, told: 0 };
    const job: Job = current;
    const miss = (more: Missed): void => {
      missed = withMissed(missed, more);
    };
    for (const { host } of page.hosts) {
      const judged = (await unlessDamaged(host, () => tellHost(ports, job, settings, host), miss)) ?? 0;
      looked += 1;
      if (judged > 0) [hosts, told] = [hosts + 1, told + 1];
      pages += judged;
    }
    current = await moveOn(ports, job, { looked, told, ...defined({ missed }) }, page.cursor);
  }
  return { hosts, pages };
}

/** @returns how many pages the host is to judge */
async function tellHost(ports: Telling, job: Job, settings: JobSettings, host: HostName): Promise<number> {
  const { id, options } = job.judge as Reclassification;
  const messages: CanonicalUrl[][] = [];
  let part = 0;
  let pages = 0;
  let bytes = 0;
  const tell = async (some: readonly CanonicalUrl[][]): Promise<void> => {
    const named = some.map((urls) => ({
      urls,
      name: `${judgeMessage}${id}-${String(part++).padStart(6, '0')}`,
    }));
    await sideBySide(named, messagesAtOnce, ({ urls, name }) =>
      deliver(
        ports,
        { job: job.name, host },
        {
          id: name,
          message: { ...orderMessage(judgeOrder, { ...options, urls }), again: job.config },
        },
      ),
    );
  };
  await eachVisit(ports, job, host, async (visit) => {
    if (!needsJudging(visit, settings, options)) return;
    const more = jsonBytes(visit.url);
    const last = messages.at(-1);
    if (last === undefined || last.length >= pagesPerMessage || bytes + more > inboxItemBytes) {
      if (messages.length === messagesAtOnce) await tell(messages.splice(0));
      messages.push([]);
      bytes = 0;
    }
    messages.at(-1)?.push(visit.url);
    bytes += more;
    pages += 1;
  });
  await tell(messages);
  return pages;
}

/** Stores the position of the pass. If others have changed the job meanwhile or asked for another pass, their change stays. */
async function moveOn(
  ports: Pick<Ports, 'jobs' | 'commands' | 'clock'>,
  was: Job,
  progress: Progress,
  cursor: string | undefined,
): Promise<Job | undefined> {
  if (cursor === undefined) await endPass(ports, was.name, { ...was.judge, progress }, 'done');
  return await changeJob(ports, was.name, (job) => {
    if (job.judge?.id !== was.judge?.id) return job;
    const { judge, ...rest } = job;
    return cursor === undefined
      ? rest
      : { ...rest, judge: { ...(judge as Reclassification), progress, cursor } };
  });
}
