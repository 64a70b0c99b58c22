import type { TextIndex } from '../../topic/cluster.ts';
import { outlineOf, writeClusterModel } from '../../topic/models.ts';
import type { ModelSettings } from '../../topic/settings.ts';
import { clusterOf } from './change-clusters.ts';
import type { ClusterSet } from './cluster-set.ts';
import { modelOf } from './describe-set.ts';
import { source } from './in-force.ts';

const minRelevance = 0.5;

/** The model of clusters, and the filter that takes some of them for the topic. */
export function topicOf(
  set: ClusterSet,
  index: TextIndex,
  ids: readonly string[],
  isTimeUp: () => boolean,
): { readonly topic: ModelSettings; readonly bytes: Uint8Array } {
  const good = ids.map((id) => clusterOf(set, id).id);
  const model = modelOf(index, { ...set, groups: set.clusters }, isTimeUp);
  const clusters = model.clusters.map((one, place) => {
    const { id, label } = set.clusters[place] ?? one;
    return { ...one, id, label };
  });
  const bytes = writeClusterModel({ ...model, clusters });
  const { digest } = outlineOf(bytes, source);
  const kind = 'clusters' as const;
  return {
    bytes,
    topic: { kind, id: 'clusters', file: source, digest, good, crawlOnly: [], minRelevance },
  };
}
