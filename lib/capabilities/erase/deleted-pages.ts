import type { HostName } from '../../base/url/url.ts';
import { markOf } from '../../domain/control/deletion-mark.ts';
import { orderedMessage } from '../../pipeline/control/order-letter.ts';
import { eachVisit } from '../../pipeline/frontier/each-visit.ts';
import { hostPages } from '../../pipeline/frontier/host-pages.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { mustBeQuiet, mustBeStopped, refused } from './hosts-to-erase.ts';

/** What tells whose content something stored is. */
export interface StoredOfPage {
  readonly md5: string;
  readonly url?: string;
}

/** Messages of an inbox that are searched for orders. */
const inboxPage = 50;

/**
 * The pages of a job that a deletion has met: their hosts, and what is stored of them, also of their earlier visits. Requires that
 * no order of a deletion is left for any host, and that no turn is running or unpublished. Takes about 200 bytes of memory a page.
 * @throws WinnowError `usage`, with what is missing
 */
export async function deletedPages(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  id: string,
  { dryRun, isAlone }: { readonly dryRun: boolean; readonly isAlone: boolean },
): Promise<{ readonly hosts: readonly HostName[]; readonly isMeant: (page: StoredOfPage) => boolean }> {
  if (!isAlone && !dryRun) mustBeStopped(job);
  if (job.tasks?.some((task) => task.id === id)) throw goesOn(job, id);
  const hosts: HostName[] = [];
  const stored = new Set<string>();
  for await (const page of hostPages(ports, job.name)) {
    for (const { host, control } of page) {
      if (!dryRun) await mustBeQuiet(ports, job.name, host, control);
      const items = await ports.hosts.inbox({ job: job.name, host }, inboxPage);
      if (items.some((item) => item.id.startsWith(orderedMessage))) throw goesOn(job, id);
      const before = stored.size;
      await eachVisit(ports, job, host, async (visit) => {
        const mark = markOf(visit);
        if (mark?.id !== id) return;
        stored.add(visit.url);
        if (mark.was?.md5 !== undefined) stored.add(mark.was.md5);
      });
      if (stored.size > before) hosts.push(host);
    }
  }
  if (hosts.length === 0)
    throw refused(`job ${job.name}: the deletion ${id} keeps no page away; \`winnow audit\` lists commands`);
  return { hosts, isMeant: ({ md5, url }) => stored.has(md5) || (url !== undefined && stored.has(url)) };
}

function goesOn({ name }: Job, id: string) {
  return refused(
    `job ${name}: hosts have yet to delete pages: let it go on until they have, then erase ${id} (\`winnow commands\`, \`winnow hosts\`)`,
  );
}
