import { WinnowError } from '../../base/error.ts';
import type { Ports } from '../../ports/ports.ts';
import {
  type ClusterModel,
  clusteringInput,
  describeClusters,
  type IsTimeUp,
  readIndex,
  type TextIndex,
} from '../../topic/cluster.ts';
import type { ClusterSet, PageCluster } from './cluster-set.ts';

/** Pages that belong together, before they have a name. */
export interface ClusterGroup {
  readonly label: readonly string[];
  readonly members: readonly number[];
}

/** Describes groups of the pages of an index as clusters. */
export function modelOf(
  index: TextIndex,
  {
    groups,
    method,
    madeAt,
  }: { readonly groups: readonly ClusterGroup[] } & Pick<ClusterSet, 'method' | 'madeAt'>,
  isTimeUp: IsTimeUp,
): ClusterModel {
  const assignment = new Int32Array(index.documents.length).fill(-1);
  for (const [place, { members }] of groups.entries()) for (const one of members) assignment[one] = place;
  const clusters = groups.map(({ label }) => ({ label }));
  const input = clusteringInput(index, { isTimeUp });
  return describeClusters(
    index,
    { input, clustering: { method, clusters, assignment, iterations: 0 } },
    { isAutoIn: () => false, measure: 'tf-idf', date: new Date(madeAt).toISOString().slice(0, 10) },
  );
}

/** The clusters that a model says groups are. */
export function clustersIn(model: ClusterModel, groups: readonly ClusterGroup[]): readonly PageCluster[] {
  return model.clusters.map(({ id, label, topTerms }, place) => ({
    ...{ id, label, terms: topTerms },
    members: groups[place]?.members ?? [],
  }));
}

/** @throws WinnowError `corrupt` for an index that is lost */
export async function indexOf(
  { models }: Pick<Ports, 'models'>,
  { index }: Pick<ClusterSet, 'index'>,
): Promise<TextIndex> {
  const bytes = await models.read(index);
  if (bytes !== undefined) return readIndex(bytes, 'the pages of the clusters').index;
  throw new WinnowError('corrupt', 'the pages of the clusters are lost: make the clusters anew');
}
