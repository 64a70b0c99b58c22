import { fingerprint } from '../../base/url/fingerprint.ts';
import type { HostName } from '../../base/url/url.ts';
import { type HostBody, type SegmentReader, visitEntries, visits } from '../../domain/frontier/body.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { readHost } from './read-host.ts';

/** Hex digits of a fingerprint that are used as a number: 52 bits, enough to tell ten million URLs apart. */
const digits = 13;

/** Calls `use` once for every visited page of a host, until it says 'stop'. */
export function eachVisit(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  host: HostName,
  use: (visit: Visit) => Promise<unknown>,
): Promise<void> {
  const useVisit: UsePage = (page) => (page.state === 'visited' ? use(page) : undefined);
  return readPages(ports, job, host, { use: useVisit, visitedOnly: true });
}

type UsePage = (page: FrontierEntry) => Promise<unknown> | undefined;

/**
 * Calls `use` once for every page of a host, except links that are still unchecked. Also works while the host has turns,
 * which may delete the segments that are read.
 */
export function eachPage(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  host: HostName,
  use: UsePage,
): Promise<void> {
  return readPages(ports, job, host, { use, visitedOnly: false });
}

async function readPages(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  host: HostName,
  { use, visitedOnly }: { readonly use: UsePage; readonly visitedOnly: boolean },
): Promise<void> {
  /** Pages that `use` was called for. Only filled for hosts with segments, whose read may begin anew. */
  const seen = new Set<number>();
  await readHost(ports, job, host, async (body, read) => {
    for await (const page of visitedOnly ? visitedPages(body, read) : visits(body, read)) {
      if (visitedOnly ? body.visitRuns.length > 0 : hasRuns(body)) {
        const print = Number.parseInt(fingerprint(job.fingerprintKey, page.url).slice(0, digits), 16);
        if (seen.has(print)) continue;
        seen.add(print);
      }
      if ((await use(page)) === 'stop') return;
    }
  });
}

async function* visitedPages(body: HostBody, read: SegmentReader): AsyncGenerator<FrontierEntry> {
  for await (const { visit, role } of visitEntries(body, read)) yield { state: 'visited', ...visit, role };
}

function hasRuns({ visitRuns, pendingRuns, heldRuns }: HostBody): boolean {
  return visitRuns.length + pendingRuns.length + heldRuns.length > 0;
}
