import type { OutcomeKind } from '../../../lib/base/fetch/outcome.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { openBody, visits } from '../../../lib/domain/frontier/body.ts';
import { segmentReader } from '../../../lib/pipeline/frontier/segment-reader.ts';
import type { Ports } from '../../../lib/ports/ports.ts';

/** What a crawl knows of a URL in the end. */
export interface Found {
  /** `pending`: it was never visited. */
  readonly outcome: OutcomeKind | 'pending';
  /** The record that it leads to. */
  readonly md5?: string;
  readonly detail?: string;
  readonly status?: number;
  /** Epoch ms of the next visit. */
  readonly next?: number;
}

export type Collection = ReadonlyMap<CanonicalUrl, Found>;

/** Every URL of a job and what became of it, read from the frontier: on any runtime, while nothing crawls. */
export async function readCollection(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'segments'>,
  name: string,
): Promise<Collection> {
  const job = await ports.jobs.job(name);
  if (!job) throw new Error(`there is no job ${name}`);
  const found = new Map<CanonicalUrl, Found>();
  let cursor: string | undefined;
  do {
    const page = await ports.hosts.hosts(name, 500, cursor);
    for (const { host } of page.hosts) {
      const key = { job: name, host };
      const stored = await ports.hosts.body(key);
      const body = openBody(stored?.bytes, { fingerprintKey: job.fingerprintKey, host });
      for await (const url of visits(body, segmentReader(ports, key))) {
        if (found.has(url.url)) throw new Error(`${url.url} is in the frontier twice`);
        found.set(url.url, url.state === 'visited' ? visited(url) : { outcome: 'pending' });
      }
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}

function visited({ outcome, md5, detail, status, next }: Found): Found {
  return {
    outcome,
    ...(md5 === undefined ? {} : { md5 }),
    ...(detail === undefined ? {} : { detail }),
    ...(status === undefined ? {} : { status }),
    ...(next === undefined ? {} : { next }),
  };
}

/** `stored`, `duplicate` and `unchanged` as one: which of two equal pages came first is up to the crawl. */
export type OutcomeClass = Exclude<OutcomeKind, 'stored' | 'duplicate' | 'unchanged'> | 'content' | 'pending';

export function classOf(outcome: Found['outcome']): OutcomeClass {
  return outcome === 'stored' || outcome === 'duplicate' || outcome === 'unchanged' ? 'content' : outcome;
}

/** What two crawls of one site must have in common: each URL's class of outcome and the MD5 of its content. */
export function comparable(collection: Collection): Readonly<Record<string, string>> {
  const lines = [...collection].map(([url, { outcome, md5 }]) => [
    url,
    md5 === undefined ? classOf(outcome) : `${classOf(outcome)} ${md5}`,
  ]);
  return Object.fromEntries(lines.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}
