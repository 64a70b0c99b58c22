import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import type { RecordChange } from '../../pipeline/feed/outgoing.ts';

/**
 * Does something with each change, several at once: changes of one record, or of records that a page led to, one after the other in
 * their order; where one goes at once, all of them. After a failure nothing more is begun.
 * @throws the first failure, when all that was begun has ended
 */
export async function byPage(
  changes: readonly RecordChange[],
  atOnce: number,
  work: (change: RecordChange) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  await sideBySide(atOnce === 1 ? [changes] : pagesOf(changes), atOnce, async (page) => {
    for (const change of page) {
      if (hasFailed) return;
      try {
        await work(change);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  });
}

/** Changes that have to follow each other, by the order of their first. */
function pagesOf(changes: readonly RecordChange[]): readonly (readonly RecordChange[])[] {
  const pageOf = new Map<string, Set<number>>();
  for (const [at, change] of changes.entries()) {
    const names = namesOf(change);
    const all = new Set(names.flatMap((name) => [...(pageOf.get(name) ?? [])]));
    all.add(at);
    // Whoever belonged to one of them belongs to all now.
    for (const place of all)
      for (const name of namesOf(changes[place] as RecordChange)) pageOf.set(name, all);
  }
  return [...new Set(pageOf.values())]
    .map((all) => [...all].sort((a, b) => a - b))
    .sort(([a = 0], [b = 0]) => a - b)
    .map((all) => all.map((at) => changes[at] as RecordChange));
}

function namesOf(change: RecordChange): readonly string[] {
  if ('gone' in change) return [change.gone.md5, change.gone.url];
  const { md5, url, record } = change.line;
  return [md5, url, ...record.urls];
}
