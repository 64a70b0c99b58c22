import { decodeLinkLines } from '../../base/links/link-segment.ts';
import { append } from '../../base/long-lists.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { withoutIds } from '../../base/url/url-pattern.ts';
import { cutByBytes, jsonBytes } from '../../domain/inbox/cut-by-bytes.ts';
import { orderMessage } from '../../domain/inbox/order.ts';
import {
  type OrphanOrder,
  type Orphans,
  openOrphanSearch,
  orphanOrder,
} from '../../domain/revisit/orphans.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import { eachVisit } from '../../pipeline/frontier/each-visit.ts';
import { hostPages } from '../../pipeline/frontier/host-pages.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

type Searching = Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'links'>;

const hostsAtOnce = 8;
const segmentsListed = 1_000;
/** Pages in one message, which is then some KB. */
const pagesPerMessage = 100;

/** The result of a search for orphans. */
export interface OrphansReport extends Orphans {
  /** Hosts that got orders for their orphans. */
  readonly hosts: number;
}

/**
 * Finds the orphans of a job (`revisit/orphans.ts`). Reads every host first and the link log after that, so that the log has
 * every link that led to a page, even if the crawl goes on. For people, not for a hot path. Takes about 200 bytes of memory
 * a page.
 */
export async function findOrphans(ports: Searching, job: Job): Promise<Orphans> {
  const search = openOrphanSearch(withoutIds);
  for await (const hosts of hostPages(ports, job.name)) {
    await sideBySide(hosts, hostsAtOnce, async ({ host }) => {
      await eachVisit(ports, job, host, async (visit) => search.page(visit));
    });
  }
  for (const id of await newestFirst(ports, job)) {
    const bytes = await ports.links.read(job.name, id);
    if (bytes === undefined) continue;
    const lines = [...decodeLinkLines(Buffer.from(bytes).toString('utf8'))];
    for (const line of lines.reverse()) search.line(line);
  }
  return search.found();
}

async function newestFirst({ links }: Pick<Ports, 'links'>, job: Job): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const more = await links.kept(job.name, segmentsListed, ids.at(-1));
    append(ids, more);
    if (more.length < segmentsListed) return ids.reverse();
  }
}

/**
 * Tells the hosts of a job which of their pages are orphans now and which are no longer, where the settings do something
 * with orphans. Each host applies the order at its next turn. To tell a host twice has the effect of telling it once.
 */
export async function tellOrphans(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'due' | 'clock'>,
  job: Job,
  { orphans, again }: Orphans,
): Promise<number> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const policyOf = (url: CanonicalUrl) => settingsFor(settings, url).revisit.orphans;
  const orders = [
    ...orphans.map((url) => [policyOf(url), url] as const),
    ...again.map((url) => ['again', url] as const),
  ].filter((order): order is readonly [OrphanOrder['policy'], CanonicalUrl] => order[0] !== 'keep');
  const byHost = Map.groupBy(orders, ([, url]) => hostOf(url));
  const id = `orphans-${ports.clock.now()}`;
  await sideBySide([...byHost], hostsAtOnce, async ([host, theirs]) => {
    for (const [policy, some] of Map.groupBy(theirs, ([one]) => one)) {
      const all = some.map(([, url]) => url);
      let start = 0;
      for (const urls of cutByBytes(all, { bytesOf: jsonBytes, maxItems: pagesPerMessage })) {
        await deliver(
          ports,
          { job: job.name, host },
          { id: `${id}-${start}`, message: orderMessage(orphanOrder, { policy, urls }) },
        );
        start += urls.length;
      }
    }
  });
  return byHost.size;
}
