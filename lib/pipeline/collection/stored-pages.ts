import type { ChangeLine, PageRecord } from '../../domain/collection/record.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { readJudgement } from '../../topic/settings.ts';
import { changeLineOf } from './change-line-of.ts';

/** The stored content of a visited page, as it was written last. */
export interface StoredPage {
  readonly line: ChangeLine;
  readonly record: PageRecord;
  /** The entry of its record; absent for an off-topic page. */
  readonly entry?: RecordEntry;
}

/** Finds the stored content of visited pages. */
export interface StoredPages {
  /** Undefined when there is no stored content, or no longer. */
  of(host: HostKey, visit: Visit): Promise<StoredPage | undefined>;
}

/** Objects whose lines are cached: pages of one turn are in one object, and usually read one after the other. */
const remembered = 8;

export function openStoredPages(ports: Pick<Ports, 'records' | 'changes' | 'offTopic'>): StoredPages {
  const objects = new Map<string, Promise<readonly string[] | undefined>>();

  function lines(
    name: string,
    read: () => Promise<readonly string[] | undefined>,
  ): Promise<readonly string[] | undefined> {
    const known = objects.get(name);
    if (known !== undefined) return known;
    const found = read();
    objects.set(name, found);
    for (const oldest of objects.keys()) {
      if (objects.size <= remembered) break;
      objects.delete(oldest);
    }
    return found;
  }

  const read: Ports['changes']['read'] = (job, name) => lines(name, () => ports.changes.read(job, name));

  return {
    async of(key, { md5, judged }) {
      if (md5 !== undefined) {
        const entry = await ports.records.record(key.job, md5);
        if (entry === undefined) return undefined;
        const line = await changeLineOf({ changes: { read } }, key.job, entry);
        return line?.record && { line, record: line.record, entry };
      }
      const { kept } = readJudgement(judged);
      if (kept === undefined) return undefined;
      const found = await lines(`${key.host}/${kept.id}`, () => ports.offTopic.read(key, kept.id));
      return pageIn(found?.[kept.ordinal]);
    },
  };
}

function pageIn(json: string | undefined): Omit<StoredPage, 'entry'> | undefined {
  if (json === undefined) return undefined;
  const line = JSON.parse(json) as ChangeLine;
  return line.record && { line, record: line.record };
}
