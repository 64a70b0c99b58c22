import { fingerprint } from '../../domain/fingerprint.ts';
import { KeySet, urlKey } from '../../domain/sanity/key-set.ts';
import type { CanonicalUrl } from '../../domain/url.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { lineOf } from '../change-line-of.ts';
import type { Inspection } from './inspection.ts';
import { maxLeads } from './leads.ts';

const pageSize = 1_000;

/** Which changes objects there are. */
export interface ChangesTable {
  /** Of which of some records the full text is where they say; of the others it may stand elsewhere. */
  tell(records: readonly RecordEntry[]): Promise<(record: RecordEntry) => boolean>;
}

/** By the list of the objects; those of a job that has too many are read. */
export async function listChanges({ ports, job }: Inspection): Promise<ChangesTable> {
  const known = new KeySet();
  let cursor: string | undefined;
  do {
    const page = await ports.changes.list(job.name, {}, pageSize, cursor);
    for (const { host, turn } of page.objects) known.add(placeKey(host, turn));
    cursor = page.objects.length === 0 && cursor === page.cursor ? undefined : page.cursor;
  } while (cursor !== undefined && known.size < maxLeads);
  const isKnown = ({ change: { host, turn } }: RecordEntry): boolean => known.has(placeKey(host, turn));
  return { tell: async () => isKnown };
}

function placeKey(host: string, turn: number) {
  return urlKey(fingerprint('changes', `${host} ${turn}` as CanonicalUrl));
}

/** By reading them, each object once for all records of a page whose text it has. */
export function readChanges({ ports, job }: Inspection): ChangesTable {
  return {
    async tell(records) {
      const found = new Set<RecordEntry>();
      const byObject = Map.groupBy(records, ({ change: { host, turn } }) => `${host} ${turn}`);
      for (const some of byObject.values()) {
        const [
          {
            change: { host, turn },
          },
        ] = some as [RecordEntry];
        const lines = await ports.changes.read(job.name, host, turn);
        for (const record of some) if (lineOf(record, lines) !== undefined) found.add(record);
      }
      return (record) => found.has(record);
    },
  };
}
