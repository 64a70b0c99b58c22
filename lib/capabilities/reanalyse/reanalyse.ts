import type { CanonicalUrl } from '../../base/url/url.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { cutByBytes, jsonBytes } from '../../domain/inbox/cut-by-bytes.ts';
import { orderMessage } from '../../domain/inbox/order.ts';
import { orderKind } from '../../domain/orders/order-kind.ts';
import { openReanalysis, type Reanalysis } from '../../domain/reading/reanalysis.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { openStoredPages } from '../../pipeline/collection/stored-pages.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import { eachVisit } from '../../pipeline/frontier/each-visit.ts';
import { eachHost } from '../../pipeline/frontier/host-pages.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type Analysing, analyseAgain } from './analyse-again.ts';

/** Pages whose raw documents are read again. Its messages have `again`: older settings never read them. */
export const reanalyseOrder = orderKind<{ readonly urls: readonly CanonicalUrl[] }>('l');

type Looking = Analysing & Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'records' | 'changes' | 'offTopic'>;
type Telling = Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'due' | 'clock'>;

const hostsAtOnce = 8;
/** Pages of one message: a turn carries out at least one, so they take little time. */
const pagesPerMessage = 20;

/** How many hosts were told to analyse their pages again, and how many pages that are. */
export interface ReanalyseReport {
  readonly hosts: number;
  readonly pages: number;
}

/** What analysing a collection again would change. Reads everything, writes nothing. */
export async function reanalysis(ports: Looking, job: Job): Promise<Reanalysis> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const tally = openReanalysis();
  await eachHost(ports, job.name, async (host) => {
    const stored = openStoredPages(ports);
    await eachVisit(ports, job, host, async (visit) => {
      if (visit.md5 === undefined) return;
      const page = await stored.of({ job: job.name, host }, visit);
      if (page?.entry?.firstUrl !== visit.url) return;
      const again = await analyseAgain(ports, settings, visit.url, page);
      tally.add(typeof again === 'string' ? again : again.differing);
    });
  });
  return tally.result();
}

/**
 * Tells the hosts of a job to analyse their pages of the collection again by its present settings. Their next turns do, and
 * write the records that differ anew. To tell a host twice has the effect of telling it once.
 */
export async function tellToReanalyse(ports: Telling, job: Job): Promise<ReanalyseReport> {
  const id = `z-analyse-${ports.clock.now()}`;
  let [told, pages] = [0, 0];
  await eachHost(
    ports,
    job.name,
    async (host) => {
      let waiting: CanonicalUrl[] = [];
      let ordinal = 0;
      const tell = async (): Promise<void> => {
        for (const urls of cutByBytes(waiting, { bytesOf: jsonBytes, maxItems: pagesPerMessage })) {
          const name = `${id}-${String(ordinal++).padStart(6, '0')}`;
          const message = { ...orderMessage(reanalyseOrder, { urls }), again: job.config };
          await deliver(ports, { job: job.name, host }, { id: name, message });
        }
        pages += waiting.length;
        waiting = [];
      };
      await eachVisit(ports, job, host, async ({ md5, url }: Visit) => {
        if (md5 === undefined) return;
        waiting.push(url);
        if (waiting.length === pagesPerMessage) await tell();
      });
      await tell();
      if (ordinal > 0) told += 1;
    },
    { atOnce: hostsAtOnce },
  );
  return { hosts: told, pages };
}
