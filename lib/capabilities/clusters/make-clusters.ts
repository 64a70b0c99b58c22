import { hash } from 'node:crypto';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { PageRecord } from '../../domain/collection/record.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { changeLineOf } from '../../pipeline/collection/change-line-of.ts';
import type { Ports } from '../../ports/ports.ts';
import {
  clusterIndex,
  englishStopWords,
  type MethodName,
  openIndexBuilder,
  type TextIndex,
  writeIndexSegment,
} from '../../topic/cluster.ts';
import { descriptionNames } from '../../topic/judge.ts';
import type { ClusterSet } from './cluster-set.ts';
import { type ClusterGroup, clustersIn, modelOf } from './describe-set.ts';

/** What clusters are made of, and how. */
export interface Making {
  /** Pages that are read at most. */
  readonly pages: number;
  readonly clusters?: number;
  readonly method: MethodName;
}

/** Pages are read for so long, and put into clusters for so long. */
const [readMs, clusterMs] = [30_000, 5_000];
/** Characters of a page. */
const mostText = 20_000;
const [listed, atOnce] = [100, 8];
/** Fewer pages have nothing in common that others could be compared with. */
const leastPages = 4;
const tokeniser = { stopWords: englishStopWords.toSorted(), languages: [] };

/**
 * Makes clusters of a sample of a job's collection: records by their MD5, which is as good as by chance. The clusters are a list;
 * those of a tree that only have others below them are left out.
 * @returns the clusters, and the index that they were made of
 * @throws WinnowError `usage` for a collection that is too small
 */
export async function makeClusters(
  ports: Pick<Ports, 'records' | 'changes' | 'clock'>,
  job: string,
  { pages, clusters, method }: Making,
  signal: AbortSignal,
): Promise<{ readonly set: ClusterSet; readonly bytes: Uint8Array }> {
  const { index, isPart } = await sample(ports, job, pages, signal);
  if (index.documents.length < leastPages)
    throw new WinnowError(
      'usage',
      `the collection has ${index.documents.length} pages with words: clusters need at least ${leastPages}`,
    );
  const end = ports.clock.monotonic() + clusterMs;
  const isTimeUp = (): boolean => ports.clock.monotonic() > end;
  const { assignment } = clusterIndex(index, method, { isTimeUp, ...defined({ clusters }) }).clustering;
  const byCluster = Map.groupBy(assignment.keys(), (document) => assignment[document] as number);
  const groups: readonly ClusterGroup[] = [...byCluster]
    .filter(([cluster]) => cluster >= 0)
    .map(([, members]) => ({ label: [], members }))
    .toSorted((a, b) => b.members.length - a.members.length);
  const madeAt = ports.clock.now();
  const model = modelOf(index, { groups, method, madeAt }, isTimeUp);
  const bytes = writeIndexSegment(index);
  const set: ClusterSet = {
    ...{ v: 1, madeAt, isPart, method, index: hash('sha256', bytes) },
    pages: index.documents.map(({ name, title }) => ({ url: name, title: title.slice(0, 200) })),
    clusters: clustersIn(model, groups),
  };
  return { set, bytes };
}

async function sample(
  ports: Pick<Ports, 'records' | 'changes' | 'clock'>,
  job: string,
  most: number,
  signal: AbortSignal,
): Promise<{ readonly index: TextIndex; readonly isPart: boolean }> {
  const builder = openIndexBuilder({ tokeniser, unit: 'document' });
  const end = ports.clock.monotonic() + readMs;
  let left = most;
  let cursor: string | undefined;
  do {
    const page = await ports.records.records(job, Math.min(listed, left), cursor);
    const found = await sideBySide(page.records, atOnce, async (entry) => {
      const line = await unlessDamaged(entry.md5, () => changeLineOf(ports, job, entry));
      return { record: line?.record, name: entry.firstUrl ?? line?.record?.urls[0] };
    });
    for (const { record, name } of found)
      if (record !== undefined && name !== undefined) builder.add({ name, ...sourceOf(record) });
    left -= page.records.length;
    cursor = page.cursor;
  } while (cursor !== undefined && left > 0 && ports.clock.monotonic() < end && !signal.aborted);
  return { index: builder.finish(), isPart: cursor !== undefined };
}

function sourceOf({ title, metadata, text, language }: PageRecord) {
  const described = descriptionNames.flatMap((name) => metadata[name] ?? []);
  return { title, text: [...described, text].join('\n').slice(0, mostText), ...defined({ language }) };
}
