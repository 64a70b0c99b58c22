import type { HostName } from '../../base/url/url.ts';
import { dueInAnyBand } from '../../pipeline/frontier/due-bands.ts';
import type { DueEntry, DueIndex } from '../../ports/due-index.ts';

/** Entries of one band of a due index that are read. */
const maxEntries = 10_000;

/** The due index of a job as it was when it was read last. */
export interface DueTable {
  readonly entries: readonly DueEntry[];
  /** Whether no entry makes the dispatcher look at a host by `at` (epoch ms). False if unknown. */
  isMissing(host: HostName, at: number): boolean;
  /** The entries of a host that were read. */
  of(host: HostName): readonly DueEntry[];
  /** Whether no entry makes the dispatcher look at a host at any time. False if unknown. */
  isAsleep(host: HostName): boolean;
  /** Reads the index again: turns that ended since have written other entries. */
  renew(): Promise<void>;
}

type Entries = Omit<DueTable, 'renew'>;

/** Reads the first entries of each band. Hosts that are due after the last entry that was read are unknown. */
export async function readDueTable(due: DueIndex, job: string, upTo: number): Promise<DueTable> {
  let read = await readEntries(due, job, upTo);
  return {
    get entries() {
      return read.entries;
    },
    of: (host) => read.of(host),
    isMissing: (host, at) => read.isMissing(host, at),
    isAsleep: (host) => read.isAsleep(host),
    renew: async () => {
      read = await readEntries(due, job, upTo);
    },
  };
}

async function readEntries(due: DueIndex, job: string, upTo: number): Promise<Entries> {
  const entries = await dueInAnyBand(due, job, upTo, maxEntries);
  const ends = [...Map.groupBy(entries, ({ band = 0 }) => band).values()].map((own) =>
    own.length < maxEntries ? Number.POSITIVE_INFINITY : (own.at(-1)?.at ?? 0) - 1,
  );
  const known = Math.min(Number.POSITIVE_INFINITY, ...ends);
  const byHost = Map.groupBy(entries, ({ host }) => host);
  const first = new Map([...byHost].map(([host, own]) => [host, Math.min(...own.map(({ at }) => at))]));
  return {
    of: (host) => byHost.get(host) ?? [],
    entries,
    isMissing: (host, at) => at <= known && (first.get(host) ?? Number.POSITIVE_INFINITY) > at,
    isAsleep: (host) => known === Number.POSITIVE_INFINITY && !first.has(host),
  };
}
