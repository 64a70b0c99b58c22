import { WinnowError } from '../../base/error.ts';
import { nearest } from '../../base/nearest.ts';
import type { TextIndex } from '../../topic/cluster.ts';
import type { ClusterSet, PageCluster } from './cluster-set.ts';
import { clustersIn, modelOf } from './describe-set.ts';

/** Gives a cluster another name. @throws WinnowError `not-found`; `usage` for a name that is taken */
export function withName(set: ClusterSet, id: string, name: string): ClusterSet {
  const cluster = clusterOf(set, id);
  const named = { ...cluster, ...nameOf(name) };
  mustBeFree(
    set.clusters.filter((one) => one !== cluster),
    named.id,
  );
  return { ...set, clusters: set.clusters.map((one) => (one === cluster ? named : one)) };
}

/** Makes one cluster of several, in the place of the first. @param name absent: it is called as the first */
export function merged(
  set: ClusterSet,
  index: TextIndex,
  ids: readonly string[],
  { name, isTimeUp }: { readonly name: string | undefined; readonly isTimeUp: () => boolean },
): ClusterSet {
  const [first, ...more] = [...new Set(ids)].map((id) => clusterOf(set, id));
  if (first === undefined || more.length === 0)
    throw new WinnowError('usage', 'name at least two clusters that become one');
  const gone = new Set(more);
  const named = name === undefined ? first : { ...first, ...nameOf(name) };
  const members = [first, ...more].flatMap((one) => one.members);
  const left = set.clusters
    .filter((one) => !gone.has(one))
    .map((one) => (one === first ? { ...named, members } : one));
  mustBeFree(
    left.filter((one) => one.members !== members),
    named.id,
  );
  const described = clustersIn(modelOf(index, { ...set, groups: left }, isTimeUp), left);
  const terms = described[left.findIndex((one) => one.members === members)]?.terms ?? [];
  return { ...set, clusters: left.map((one) => (one.members === members ? { ...one, terms } : one)) };
}

/** @throws WinnowError `not-found` with the nearest name */
export function clusterOf({ clusters }: ClusterSet, id: string): PageCluster {
  const found = clusters.find((one) => one.id === id);
  if (found !== undefined) return found;
  const near = nearest(
    id,
    clusters.map((one) => one.id),
  );
  throw new WinnowError(
    'not-found',
    `there is no cluster ${id.slice(0, 80)}${near === undefined ? '' : `; did you mean ${near}?`}`,
  );
}

function nameOf(name: string): Pick<PageCluster, 'id' | 'label'> {
  const label = name.trim().split(/\s+/);
  return { id: label.join('-'), label };
}

function mustBeFree(others: readonly PageCluster[], id: string): void {
  if (others.some((one) => one.id === id))
    throw new WinnowError('usage', `there is a cluster ${id} already: merge the two, or take another name`);
}
