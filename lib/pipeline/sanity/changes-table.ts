import { KeySet, urlKey } from '../../domain/sanity/key-set.ts';
import { fingerprint } from '../../domain/url/fingerprint.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { Ports } from '../../ports/ports.ts';
import { maxPairs } from './url-record-pairs.ts';

const pageSize = 1_000;

/** The changes objects that the list of a job's changes names. */
export interface ChangesTable {
  /** Whether the list names the object of a turn; undefined: unknown, as there are too many objects. */
  has(host: string, turn: number): Promise<boolean | undefined>;
}

/** Reads the list once, at the start. If an object is missing from what was read, `has` asks the list again. */
export async function listChanges({ changes }: Pick<Ports, 'changes'>, job: string): Promise<ChangesTable> {
  const known = new KeySet();
  let cursor: string | undefined;
  let isWhole: boolean;
  do {
    const page = await changes.list(job, {}, pageSize, cursor);
    for (const { host, turn } of page.objects) known.add(placeKey(host, turn));
    isWhole = page.cursor === undefined || (page.objects.length === 0 && cursor === page.cursor);
    cursor = page.cursor;
  } while (!isWhole && known.size < maxPairs);
  return {
    async has(host, turn) {
      if (known.has(placeKey(host, turn))) return true;
      if (!isWhole) return undefined;
      const { objects } = await changes.list(job, { host, afterTurn: turn - 1 }, 1);
      return objects[0]?.turn === turn;
    },
  };
}

function placeKey(host: string, turn: number) {
  return urlKey(fingerprint('changes', `${host} ${turn}` as CanonicalUrl));
}
