import { WinnowError } from '../../base/error.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import type { Task } from '../../domain/control/command.ts';
import { maxDeleteRules } from '../../domain/control/delete-rule.ts';
import { cutByBytes, jsonBytes } from '../../domain/inbox/cut-by-bytes.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { changeTasks, jobWithTask, type Tasking } from '../../pipeline/control/change-tasks.ts';
import { orderLetter } from '../../pipeline/control/order-letter.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import { changeJob } from '../../pipeline/job/open-job.ts';
import type { Job } from '../../ports/jobs.ts';
import type { MeantHosts } from './count-pages.ts';
import { type Deletion, deleteOrder, type Undoing } from './delete-order.ts';

const hostsAtOnce = 16;
/** URLs in one message, which is then some KB. */
const urlsPerMessage = 100;

/**
 * Has hosts delete pages, each in its turns: a rule stands in the job before the first host is told. Where the hosts are not named,
 * a task of the job tells them in slices. Given twice, it does what it does once.
 * @throws WinnowError `usage` when the job has the most rules allowed
 */
export async function giveDeletion(
  ports: Tasking,
  job: string,
  deletion: Deletion,
  meant: MeantHosts,
): Promise<void> {
  if (deletion.isRule) await changeJob(ports, job, (was) => withRule(was, deletion));
  const { urls } = deletion;
  if (urls === undefined) return await giveOrder(ports, job, deletion, meant, deletion.id);
  await sideBySide([...Map.groupBy(urls, hostOf)], hostsAtOnce, async ([host, theirs]) => {
    let start = 0;
    for (const some of cutByBytes(theirs, { bytesOf: jsonBytes, maxItems: urlsPerMessage })) {
      await tellHost(ports, job, host, { ...deletion, urls: some }, `${deletion.id}-${start}`);
      start += some.length;
    }
  });
}

/** Ends a deletion: its rule goes before the first host is told. @param id of the request that asks for it */
export async function endDeletion(
  ports: Tasking,
  job: string,
  undoing: Undoing,
  { meant, id }: { readonly meant: MeantHosts; readonly id: string },
): Promise<void> {
  await changeJob(ports, job, (was) => withoutRule(was, undoing.ends));
  await giveOrder(ports, job, undoing, meant, id);
}

async function giveOrder(
  ports: Tasking,
  job: string,
  order: Deletion | Undoing,
  { named, within }: MeantHosts,
  id: string,
): Promise<void> {
  if (named !== undefined) {
    await sideBySide(named, hostsAtOnce, (host) => tellHost(ports, job, host, order, id));
    return;
  }
  const task: Task = {
    ...{ id, kind: 'order', at: order.at, looked: 0, told: 0, orders: { [deleteOrder.key]: order } },
    ...(within === undefined ? {} : { what: within }),
  };
  await changeTasks(ports, job, (was) => jobWithTask(was, task));
}

/** A host that the job does not know has nothing to delete. */
async function tellHost(
  ports: Tasking,
  job: string,
  host: HostName,
  order: Deletion | Undoing,
  id: string,
): Promise<void> {
  if ((await ports.hosts.control({ job, host })) === undefined) return;
  await deliver(
    ports,
    { job, host },
    orderLetter({ id, at: order.at, orders: { [deleteOrder.key]: order } }),
  );
}

function withRule(job: Job, { id, at, by, reason, pages = {} }: Deletion): Job {
  const { deletions = [] } = job;
  if (deletions.some((rule) => rule.id === id)) return job;
  if (deletions.length >= maxDeleteRules)
    throw new WinnowError(
      'usage',
      `job ${job.name} has ${maxDeleteRules} rules of deletions: end one (\`winnow delete\` lists them), or exclude by scope.rules what is to be left alone for good`,
    );
  const { visits: _, ...byUrl } = pages;
  return { ...job, deletions: [...deletions, { id, at, by, reason, ...byUrl }] };
}

function withoutRule(job: Job, ends: string): Job {
  const { deletions = [], ...rest } = job;
  const left = deletions.filter(({ id }) => id !== ends);
  if (left.length === deletions.length) return job;
  return left.length === 0 ? rest : { ...rest, deletions: left };
}

/** The hosts of some URLs. */
export function hostsOfUrls(urls: readonly CanonicalUrl[]): readonly HostName[] {
  return [...new Set(urls.map(hostOf))];
}
