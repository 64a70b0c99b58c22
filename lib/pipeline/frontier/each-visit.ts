import { openBody, visits } from '../../domain/frontier/body.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import { fingerprint } from '../../domain/url/fingerprint.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { segmentReader } from './segment-reader.ts';

/** How often the pages of a host are read again because a turn of it deleted a segment meanwhile. */
const attempts = 5;
/** Hex digits of a fingerprint that make a number: 52 bits tell ten million URLs apart. */
const digits = 13;

/** Every visited page of a host, each once. */
export function eachVisit(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  host: HostName,
  use: (visit: Visit) => Promise<void>,
): Promise<void> {
  const useVisit: UsePage = (page) => (page.state === 'visited' ? use(page) : undefined);
  return readPages(ports, job, host, { use: useVisit, visitedOnly: true });
}

type UsePage = (page: FrontierEntry) => Promise<void> | undefined;

/**
 * Every page of a host, each once, but links that are still unchecked; also beside its turns, which may delete what is
 * just being read.
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
  const key = { job: job.name, host };
  /** Of a host whose pages take long to read. */
  const seen = new Set<number>();
  for (let attempt = 1; ; attempt += 1) {
    const stored = await ports.hosts.body(key);
    if (stored === undefined) return;
    const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host });
    try {
      for await (const page of visits(body, segmentReader(ports, key))) {
        if (visitedOnly && page.state !== 'visited') continue;
        if (visitedOnly ? body.visitRuns.length > 0 : hasRuns(body)) {
          const print = Number.parseInt(fingerprint(job.fingerprintKey, page.url).slice(0, digits), 16);
          if (seen.has(print)) continue;
          seen.add(print);
        }
        await use(page);
      }
      return;
    } catch (error) {
      const isNewer = (await ports.hosts.body(key))?.turn !== stored.turn;
      if (!isNewer || attempt === attempts) throw error;
    }
  }
}

function hasRuns({ visitRuns, pendingRuns, heldRuns }: ReturnType<typeof openBody>): boolean {
  return visitRuns.length + pendingRuns.length + heldRuns.length > 0;
}
