import { defined } from '../../base/defined.ts';
import type { HostName } from '../../base/url/url.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { judgedVisit } from '../../domain/reading/judged-visit.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { eachVisit } from '../../pipeline/frontier/each-visit.ts';
import { eachHost } from '../../pipeline/frontier/host-pages.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { bestClassIn } from '../../topic/judge.ts';
import type { ListablePage } from './set/listable-page.ts';

/** Visits that ended with a page: others have nothing that anybody could judge. */
const withPage: ReadonlySet<string> = new Set(['stored', 'unchanged', 'duplicate', 'off-topic']);

/** Calls `use` once for each page that a job has visited, with the last verdict on it. Reads every host. */
export async function eachJudged(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  { topic }: JobSettings,
  use: (page: ListablePage, visit: Visit, host: HostName) => Promise<void> | void,
): Promise<void> {
  await eachHost(ports, job.name, (host) =>
    eachVisit(ports, job, host, async (visit) => {
      if (!withPage.has(visit.outcome)) return;
      const { url, firstSeen: at, detail } = visit;
      const relevance = topic === undefined ? undefined : judgedVisit(topic, visit)?.relevance;
      const best = relevance === undefined ? undefined : bestClassIn(detail);
      await use({ url, at, ...defined({ relevance, best }) }, visit, host);
    }),
  );
}
