import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ModelSettings } from '../../topic/settings.ts';
import { topicInForce } from './cluster-set.ts';

/** Where the model of the topic comes from, as messages call it. */
export const source = 'winnow clusters';

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
