import { covers } from '../../domain/control/hold.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { eachVisit } from '../frontier/each-visit.ts';

/** Hosts whose pages are counted, and those that are looked at to find them: for people who wait for an answer. */
const maxHosts = 200;
const maxLooked = 5_000;
const pageSize = 1_000;
/** After it no further host is begun. */
const longestMs = 20_000;

/** What a purge takes away. */
export interface PurgedPages {
  /** Pages of the collection that leave it; a record stays as long as a page of another host holds it. */
  readonly pages: number;
  /** There are more hosts than were counted, or than there was time for. */
  readonly atLeast?: true;
}

/** Counts the pages of the collection that a host, or the hosts of a domain, have. Reads the state of each. */
export async function purgedPages(
  ports: Pick<Ports, 'hosts' | 'segments' | 'clock'>,
  job: Job,
  what: string,
): Promise<PurgedPages> {
  const endBy = ports.clock.monotonic() + longestMs;
  const { hosts, isAll } = await hostsOf(ports, job, what);
  let pages = 0;
  for (const host of hosts) {
    if (ports.clock.monotonic() >= endBy) return { pages, atLeast: true };
    await eachVisit(ports, job, host, async ({ md5 }) => {
      if (md5 !== undefined) pages += 1;
    });
  }
  return { pages, ...(isAll ? {} : { atLeast: true }) };
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
