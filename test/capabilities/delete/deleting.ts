import { type DeletionReport, deletion } from '../../../lib/capabilities/delete/operation.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { judgeHosts } from '../../../lib/capabilities/reclassify/judge-hosts.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { Visit } from '../../../lib/domain/frontier/entry.ts';
import { ask, dataOf } from '../../../lib/operations/ask.ts';
import { settingsOf } from '../../../lib/pipeline/base/settings-cache.ts';
import { snapshotRecords } from '../../../lib/pipeline/collection/snapshot-records.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { eachVisit } from '../../../lib/pipeline/frontier/each-visit.ts';
import { hostPages } from '../../../lib/pipeline/frontier/host-pages.ts';
import type { Workplace } from '../../../lib/pipeline/operation/place.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { clockwork, jobName, type SmallCrawl } from '../../pipeline/small-crawl.ts';

/** The place of operations on a small crawl. @param finish as on one machine that nobody else has: at once */
function placeOf(crawl: SmallCrawl, finishes: boolean): Workplace {
  const nobody = () => Promise.reject(new Error('nobody asks for it'));
  return {
    ...{ ports: crawl.ports, name: 'a test', summary: nobody, status: nobody },
    job: () => crawl.job(),
    settings: async () => settingsOf(crawl.ports.jobs, jobName, (await crawl.job()).config),
    ...(finishes ? { finish: () => finish(crawl), access: 'alone' as const } : {}),
  };
}

/** What hosts were told, they do now, in turns that fetch nothing. */
export async function finish(crawl: SmallCrawl, ports: Ports = crawl.ports): Promise<void> {
  await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
  await judgeHosts(ports, await crawl.job(), { timing: clockwork, lists, onTurn: () => undefined });
}

/** Asks for a deletion, or the end of one. @param options `isBeside`: the turns are left to the crawl */
export async function deleted(
  crawl: SmallCrawl,
  raw: object,
  { isBeside = false, confirmed = true } = {},
): Promise<DeletionReport> {
  const asker = { by: 'ann', reason: 'the owner asked' };
  const named = { name: 'delete', operation: deletion };
  const answer = await ask(named, placeOf(crawl, !isBeside), { job: jobName, confirmed, ...raw }, asker);
  return dataOf(answer) as DeletionReport;
}

/** What the crawl knows, without what counts changes: what an undo brings back. */
export async function stateOf(crawl: SmallCrawl) {
  const job = await crawl.job();
  const visits: [string, Omit<Visit, 'at'>][] = [];
  for await (const page of hostPages(crawl.ports, jobName))
    for (const { host } of page)
      await eachVisit(crawl.ports, job, host, async ({ at: _, ...visit }) => {
        visits.push([visit.url, visit]);
      });
  return {
    visits: Object.fromEntries(visits.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    records: await recordsOf(crawl),
  };
}

/** What an indexer has that begins now, by record. */
export async function recordsOf(crawl: SmallCrawl) {
  const found: [string, unknown][] = [];
  for await (const line of snapshotRecords(crawl.ports, jobName))
    if ('record' in line) found.push([line.md5, { record: line.record, document: line.document }]);
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The URLs that lead to records. */
export async function urlsOf(crawl: SmallCrawl): Promise<readonly string[]> {
  const { records } = await crawl.ports.records.records(jobName, 999);
  const urls = await Promise.all(records.map(({ md5 }) => crawl.ports.records.urls(jobName, md5, 99)));
  return urls.flat().toSorted();
}

export async function faultsOf(crawl: SmallCrawl): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const finding of sanity(crawl.ports, await crawl.job()))
    if (finding.severity === 'error') found.push(finding);
  return found;
}
