import { fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { Ports } from '../../ports/ports.ts';
import { KeySet, urlKey } from './flaws/key-set.ts';
import { maxPairs } from './url-record-pairs.ts';

const pageSize = 1_000;

/** The changes objects that the list of a job's changes names. */
export interface ChangesTable {
  /** Whether the list names an object; undefined: unknown, as there are too many objects. */
  has(name: string): Promise<boolean | undefined>;
}

/** Reads the list once, at the start. An object of a batch that was not there then may be there now, and is asked for. */
export async function listChanges({ changes }: Pick<Ports, 'changes'>, job: string): Promise<ChangesTable> {
  const known = new KeySet();
  let cursor: string | undefined;
  let isWhole: boolean;
  do {
    const page = await changes.list(job, {}, pageSize, cursor);
    for (const { name } of page.objects) known.add(nameKey(name));
    isWhole = page.cursor === undefined || (page.objects.length === 0 && cursor === page.cursor);
    cursor = page.cursor;
  } while (!isWhole && known.size < maxPairs);
  return {
    async has(name) {
      if (known.has(nameKey(name))) return true;
      if (!isWhole) return undefined;
      return (await changes.read(job, name)) !== undefined;
    },
  };
}

function nameKey(name: string) {
  return urlKey(fingerprint('changes', name as CanonicalUrl));
}
