import { KeySet, urlKey } from '../../domain/sanity/key-set.ts';
import { fingerprint } from '../../domain/url/fingerprint.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { Ports } from '../../ports/ports.ts';
import { maxPairs } from './url-record-pairs.ts';

const pageSize = 1_000;

/** Which changes objects of a job the list of them has. */
export interface ChangesTable {
  /** Whether it has that of a turn; undefined: nobody knows, as there are too many. */
  has(host: string, turn: number): Promise<boolean | undefined>;
}

/** By the list as it was a short while ago; what that does not have is asked for once more. */
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
