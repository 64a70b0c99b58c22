import { compareKeys, type SectionKind } from './section.ts';
import { chunksOf } from './section-reader.ts';
import type { ChunkedRun, Run, SegmentReader } from './state.ts';

/**
 * The runs to merge with `count` new entries: the last ones, as long as each is small or not larger than what is merged so
 * far. Sizes then at least double from each run to the one before, so the number of runs is the logarithm of all entries,
 * and so is the number of times that an entry is rewritten (the logarithmic method: Bentley and Saxe, 1980). The merged
 * run has at most `maxBytes`. The runs are always the end of the list, which keeps older and newer in order.
 */
export function mergeable<R extends Run>(
  runs: readonly R[],
  count: number,
  { smallBytes, maxBytes }: { readonly smallBytes: number; readonly maxBytes: number },
): readonly R[] {
  let [entries, bytes, from] = [count, 0, runs.length];
  for (; from > 0; from--) {
    const run = runs[from - 1] as R;
    const length = run.end - run.start;
    if ((length > smallBytes && run.count > entries) || bytes + length > maxBytes) break;
    entries += run.count;
    bytes += length;
  }
  return runs.slice(from);
}

/** One of the sorted inputs of a merge. */
interface Source<E> {
  rows: readonly E[];
  at: number;
  readonly more: AsyncIterator<readonly E[]> | undefined;
}

/** Passes on the entries of all runs and of `fresh` (sorted) in the order of their keys, with one chunk of each in memory. */
export async function mergeSorted<E>(
  kind: SectionKind<E>,
  fresh: readonly E[],
  runs: readonly ChunkedRun[],
  base: string,
  read: SegmentReader,
  add: (entry: E) => void,
): Promise<void> {
  const sources: Source<E>[] = [{ rows: fresh, at: 0, more: undefined }];
  for (const run of runs) sources.push({ rows: [], at: 0, more: chunksOf(kind, run, base, read) });
  for (const source of [...sources]) if (!(await refill(source))) sources.splice(sources.indexOf(source), 1);
  while (sources.length > 0) {
    let first = sources[0] as Source<E>;
    for (const source of sources) {
      if (
        source !== first &&
        compareKeys(kind.key(source.rows[source.at] as E), kind.key(first.rows[first.at] as E)) < 0
      ) {
        first = source;
      }
    }
    add(first.rows[first.at++] as E);
    if (first.at === first.rows.length && !(await refill(first))) sources.splice(sources.indexOf(first), 1);
  }
}

/** False at the end of a source. */
async function refill<E>(source: Source<E>): Promise<boolean> {
  while (source.at === source.rows.length) {
    const next = await source.more?.next();
    if (next === undefined || next.done) return false;
    source.rows = next.value;
    source.at = 0;
  }
  return true;
}
