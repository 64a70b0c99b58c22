import type { HostName } from '../../domain/url/url.ts';
import type { DueEntry, DueIndex } from '../../ports/due-index.ts';
import { dueInAnyBand } from '../frontier/due-bands.ts';

/** As much of a band of a due index as can be read in one piece. */
const most = 10_000;

/** The due index of a job as it was a short while ago. */
export interface DueTable {
  readonly entries: readonly DueEntry[];
  /** Whether nothing in it will make anybody look at a host by `at` (epoch ms); unknown is no. */
  isMissing(host: HostName, at: number): boolean;
  /** The entries of a host, as far as the table goes. */
  of(host: HostName): readonly DueEntry[];
  /** Whether nothing in it will ever make anybody look at a host; unknown is no. */
  isAsleep(host: HostName): boolean;
}

/** Of a larger one the entries that come first: of hosts that are due later than those, nothing is said. */
export async function readDueTable(due: DueIndex, job: string, upTo: number): Promise<DueTable> {
  const entries = await dueInAnyBand(due, job, upTo, most);
  const ends = [...Map.groupBy(entries, ({ band = 0 }) => band).values()].map((own) =>
    own.length < most ? Number.POSITIVE_INFINITY : (own.at(-1)?.at ?? 0) - 1,
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
