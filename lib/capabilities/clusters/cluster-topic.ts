import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import type { TextIndex } from '../../topic/cluster.ts';
import { outlineOf, writeClusterModel } from '../../topic/models.ts';
import type { ModelSettings } from '../../topic/settings.ts';
import { clusterOf } from './change-clusters.ts';
import { type ClusterSet, topicInForce } from './cluster-set.ts';
import { modelOf } from './describe-set.ts';

/** Where the model of the topic comes from, as messages call it. */
export const source = 'winnow clusters';
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

/** The settings of a job whose topic are clusters, unless its files say another topic. @param topic absent: they are none */
export function settingsByClusters(settings: JobSettings, topic: ModelSettings | undefined): JobSettings {
  const { topic: given, ...rest } = settings;
  if (!isByClusters(settings)) return settings;
  if (topic === undefined) return given === undefined ? settings : (rest as JobSettings);
  return { ...settings, topic: { filters: [topic], match: 'all', sitesOk: [], followOffTopic: false } };
}

/** Whether a job has no topic but clusters. */
export function isByClusters({ topic }: JobSettings): boolean {
  return topic?.filters.every((one) => 'file' in one && one.file === source) ?? true;
}

/** The settings of a job with the clusters that are its topic. */
export async function withClusterTopic(
  ports: Pick<Ports, 'jobs'>,
  settings: JobSettings,
): Promise<JobSettings> {
  if (!isByClusters(settings)) return settings;
  return settingsByClusters(settings, await topicInForce(ports, settings.name));
}
