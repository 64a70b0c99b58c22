import { WinnowError } from '../../base/error.ts';
import { type Clustering, type ClusterNode, noCluster } from './clustering.ts';
import type { TextIndex } from './text-index.ts';

/** Raised with every change that older versions cannot read. */
const version = 1;

/**
 * Documents in clusters as lines of JSON, so that any program can make them of an index: a first line
 * `{"clustering": VERSION, "method": …, "iterations": …}`, a line `{"cluster": …, "label": […], "parent": …}` for each
 * cluster, parents first, and a line `{"document": …, "cluster": …}` for each document that is in one.
 */
export function writeClustering(
  { method, iterations, clusters, assignment }: Clustering,
  { documents }: TextIndex,
): string {
  const lines: object[] = [{ clustering: version, method, iterations }];
  for (const [cluster, one] of clusters.entries()) lines.push({ cluster, ...one });
  for (const [document, { name }] of documents.entries()) {
    const cluster = assignment[document] as number;
    if (cluster !== noCluster) lines.push({ document: name, cluster });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

interface ClusteringLine extends Partial<ClusterNode> {
  readonly clustering?: number;
  readonly method?: string;
  readonly iterations?: number;
  /** A number or a name. */
  readonly cluster?: number | string;
  readonly document?: string;
}

/**
 * Reads clusters of the documents of an index. Documents that the index does not have are left out; clusters may be numbers
 * or names, and need no line of their own.
 * @param name of the file, for messages
 * @throws WinnowError `corrupt` naming the line, `newer` for a later version
 */
export function readClustering(text: string, { documents }: TextIndex, name: string): Clustering {
  const lines = text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [readLine(line, `${name}:${at + 1}`)]));
  const { clustering: written, method = 'foreign', iterations = 0 } = lines[0] ?? {};
  if (written === undefined)
    throw new WinnowError('corrupt', `${name}:1: expected {"clustering": ${version}, …}`);
  if (written > version)
    throw new WinnowError('newer', `${name}: it has version ${written}; this Winnow reads up to ${version}`);
  const places = new Map<number | string, number>();
  const clusters: ClusterNode[] = [];
  const placeOf = (id: number | string, said?: ClusteringLine): number => {
    const known = places.get(id);
    if (known !== undefined) return known;
    const parent = said?.parent === undefined ? undefined : placeOf(said.parent);
    places.set(id, clusters.length);
    const label = said?.label ?? (typeof id === 'string' ? [id] : []);
    clusters.push(parent === undefined ? { label } : { label, parent });
    return clusters.length - 1;
  };
  const numbers = new Map(documents.map((one, number) => [one.name, number]));
  const assignment = new Int32Array(documents.length).fill(noCluster);
  for (const line of lines) {
    if (line.cluster === undefined) continue;
    const place = placeOf(line.cluster, line);
    const document = line.document === undefined ? undefined : numbers.get(line.document);
    if (document !== undefined) assignment[document] = place;
  }
  return { method, iterations, clusters, assignment };
}

function readLine(line: string, place: string): ClusteringLine {
  let value: ClusteringLine;
  try {
    value = JSON.parse(line) as ClusteringLine;
  } catch (cause) {
    throw new WinnowError('corrupt', `${place}: expected a line of JSON`, { cause });
  }
  const { cluster, document, label = [] } = value ?? {};
  const isCluster = cluster === undefined || typeof cluster === 'number' || typeof cluster === 'string';
  const isDocument = document === undefined || (typeof document === 'string' && cluster !== undefined);
  if (value === null || typeof value !== 'object' || !isCluster || !isDocument || !Array.isArray(label))
    throw new WinnowError('corrupt', `${place}: expected {"cluster": …} or {"document": …, "cluster": …}`);
  return value;
}
