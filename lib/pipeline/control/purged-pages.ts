import type { HostName } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { covers } from '../../domain/control/hold.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { eachVisit } from '../frontier/each-visit.ts';

/** The most hosts whose pages are counted, and the most that are searched: people wait for the answer. */
const maxHosts = 200;
const maxLooked = 5_000;
const pageSize = 1_000;
/** After this time no further host is begun. */
const longestMs = 20_000;

/** The effect of a purge. */
export interface PurgedPages {
  /** Pages that leave the collection; a record stays while a page of another host leads to it. */
  readonly pages: number;
  /** There are more hosts than were counted in the time, or damaged ones. */
  readonly atLeast?: true;
}

/** Counts the pages in the collection of a host, or of the hosts of a domain. Reads the body of each host. */
export async function purgedPages(
  ports: Pick<Ports, 'hosts' | 'segments' | 'clock'>,
  job: Job,
  what: string,
): Promise<PurgedPages> {
  const endBy = ports.clock.monotonic() + longestMs;
  const { hosts, isAll } = await hostsOf(ports, job, what);
  let [pages, isWhole] = [0, true];
  for (const host of hosts) {
    if (ports.clock.monotonic() >= endBy) return { pages, atLeast: true };
    await unlessDamaged(
      host,
      () =>
        eachVisit(ports, job, host, async ({ md5 }) => {
          if (md5 !== undefined) pages += 1;
        }),
      () => {
        isWhole = false;
      },
    );
  }
  return { pages, ...(isAll && isWhole ? {} : { atLeast: true }) };
}

async function hostsOf(
  { hosts }: Pick<Ports, 'hosts'>,
  { name }: Job,
  what: string,
): Promise<{ readonly hosts: readonly HostName[]; readonly isAll: boolean }> {
  const found = new Set<HostName>([what as HostName]);
  let cursor: string | undefined;
  let looked = 0;
  do {
    const page = await hosts.hosts(name, pageSize, cursor);
    for (const { host } of page.hosts) if (covers(what, host)) found.add(host);
    looked += page.hosts.length;
    cursor = page.cursor;
  } while (cursor !== undefined && looked < maxLooked && found.size <= maxHosts);
  return { hosts: [...found].slice(0, maxHosts), isAll: cursor === undefined && found.size <= maxHosts };
}
