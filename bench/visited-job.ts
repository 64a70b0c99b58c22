import type { CanonicalUrl, HostName } from '../lib/base/url/url.ts';
import {
  admit,
  type HostBody,
  hostCounters,
  openBody,
  seal,
  settle,
  take,
} from '../lib/domain/frontier/body.ts';
import type { JobSettings } from '../lib/domain/settings/settings.ts';
import { newHost } from '../lib/pipeline/frontier/deliver.ts';
import { ensureJob, setJobState } from '../lib/pipeline/job/open-job.ts';
import type { HostKey } from '../lib/ports/hosts.ts';
import type { Ports } from '../lib/ports/ports.ts';
import { testSettings } from '../test/support/settings.ts';

export type Filling = Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'due' | 'clock' | 'entropy'>;

export interface VisitedJob {
  readonly name: string;
  readonly hosts: number;
  /** Of each host. */
  readonly pages: number;
  /** URLs of each host that wait beside them; default: none. */
  readonly waiting?: number;
  /** The record that a page leads to; absent: none. */
  readonly md5Of?: (host: HostName, page: number) => string;
  /** The verdict on a page, in words; absent: none. */
  readonly detailOf?: (url: CanonicalUrl) => string;
  /** Default: those of tests. */
  readonly settings?: JobSettings;
  /** Told of each host when its body is stored: its pages by number. */
  readonly onHost?: (key: HostKey, urls: readonly CanonicalUrl[]) => Promise<void>;
}

export function keyOf(name: string, index: number): HostKey {
  return { job: name, host: `h${index}.example` as HostName };
}

export function segmentsOf({ segments }: Pick<Ports, 'segments'>, key: HostKey) {
  return (id: string, from: number, to: number) => segments.read(key, id, from, to);
}

/** Fills stores with hosts whose pages were all visited, as turns would leave them: bodies that the domain code made. */
export async function fillVisited(
  ports: Filling,
  { name, hosts, pages, waiting = 0, md5Of, detailOf, settings = testSettings(name), onHost }: VisitedJob,
): Promise<string> {
  await ensureJob(ports, settings);
  const { fingerprintKey } = await setJobState(ports, name, 'open', '');
  const start = ports.clock.now();
  const dueAt = start + 30 * 86_400_000;
  for (let index = 0; index < hosts; index += 1) {
    const key = keyOf(name, index);
    const body: HostBody = openBody(undefined, { host: key.host, fingerprintKey });
    const numbers = new Map<CanonicalUrl, number>();
    for (let page = 0; page < pages; page += 1)
      numbers.set(`https://${key.host}/${page % 2 === 0 ? 'news' : 'about'}/${page}` as CanonicalUrl, page);
    admit(
      body,
      [...numbers.keys()].map((url) => ({ url, depth: 1, rank: 1 })),
    );
    for (let work = take(body, start); work; work = take(body, start)) {
      const times = { at: start, firstSeen: start, changedAt: start, next: dueAt };
      const md5 = md5Of?.(key.host, numbers.get(work.url) as number);
      const detail = detailOf?.(work.url);
      const record = { ...(md5 === undefined ? {} : { md5 }), ...(detail === undefined ? {} : { detail }) };
      settle(body, { url: work.url, depth: 1, outcome: 'stored', tries: 0, ...times, ...record });
    }
    admit(
      body,
      Array.from({ length: waiting }, (_, at) => ({
        ...{ url: `https://${key.host}/next/${at}` as CanonicalUrl, depth: 1 + (at % 3) },
        rank: (index % 97) + at,
      })),
    );
    const read = segmentsOf(ports, key);
    const sealed = await seal(body, { turn: 1, outbox: () => null, segmentPrefix: '1-b', read });
    for (const { id, bytes } of sealed.segments) await ports.segments.put(key, id, bytes);
    await ports.hosts.putBody(key, 0, { turn: 1, bytes: sealed.bytes });
    const counters = hostCounters(body);
    const control = { ...newHost, turn: 1, published: 1, counters };
    await ports.hosts.putControl(key, undefined, { ...control, state: 'due', dueAt });
    await ports.due.put(name, { at: dueAt, host: key.host, wake: false });
    await onHost?.(key, [...numbers.keys()]);
  }
  return fingerprintKey;
}
