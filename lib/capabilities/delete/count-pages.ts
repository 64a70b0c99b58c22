import type { HostName } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { covers } from '../../domain/control/hold.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { eachVisit } from '../../pipeline/frontier/each-visit.ts';
import { hostPages } from '../../pipeline/frontier/host-pages.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/** Pages that a deletion meets. */
export interface CountedPages {
  readonly hosts: number;
  /** Visited URLs; `pages`: those that lead to a record. */
  readonly urls: number;
  readonly pages: number;
  /** Some of the URLs. */
  readonly sample: readonly string[];
  /** There is more than was read in the time, or damaged hosts. */
  readonly atLeast?: true;
}

/** Hosts that a deletion is about. */
export interface MeantHosts {
  /** Absent: all that the job knows. */
  readonly named?: readonly HostName[];
  /** Only this host, or the hosts of this domain. */
  readonly within?: string;
}

const shown = 20;
/** After this time nothing more is read, of this host or another: people wait for the answer. */
const longestMs = 20_000;

/** Counts the pages of a condition. Reads the body of each host. */
export async function countPages(
  ports: Pick<Ports, 'hosts' | 'segments' | 'clock'>,
  job: Job,
  meant: MeantHosts,
  isMeant: (visit: Visit) => boolean,
): Promise<CountedPages> {
  const total = { hosts: 0, urls: 0, pages: 0 };
  const sample: string[] = [];
  const endBy = ports.clock.monotonic() + longestMs;
  let isWhole = true;
  const isLate = (): boolean => {
    if (ports.clock.monotonic() < endBy) return false;
    isWhole = false;
    return true;
  };
  for await (const host of hostsOf(ports, job, meant)) {
    if (isLate()) break;
    const before = total.urls;
    const count = async (visit: Visit) => {
      if (isLate()) return 'stop';
      if (!isMeant(visit)) return undefined;
      total.urls += 1;
      if (visit.md5 !== undefined) total.pages += 1;
      if (sample.length < shown) sample.push(visit.url);
      return undefined;
    };
    await unlessDamaged(
      host,
      () => eachVisit(ports, job, host, count),
      () => {
        isWhole = false;
      },
    );
    if (total.urls > before) total.hosts += 1;
  }
  return { ...total, sample, ...(isWhole ? {} : { atLeast: true }) };
}

async function* hostsOf(
  ports: Pick<Ports, 'hosts'>,
  { name }: Job,
  { named, within }: MeantHosts,
): AsyncGenerator<HostName> {
  if (named !== undefined) {
    yield* named;
    return;
  }
  for await (const page of hostPages(ports, name))
    for (const { host } of page) if (within === undefined || covers(within, host)) yield host;
}
