import type { Visit } from '../../domain/frontier/entry.ts';
import type { JudgeOptions } from '../../domain/orders/judge-order.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { readJudgement, topicVersion } from '../../topic/settings.ts';

/** Whether the topic of the given settings may give a visit another result. */
export function needsJudging(visit: Visit, settings: JobSettings, { mark }: JudgeOptions): boolean {
  const { by, kept } = readJudgement(visit.judged);
  if (visit.md5 === undefined && visit.outcome !== 'off-topic' && kept === undefined) return false;
  const { topic } = settingsFor(settings, visit.url);
  const version = topicVersion(topic);
  // Stored by a job that has never had a topic.
  if (by === '' && visit.md5 !== undefined && version === topicVersion(undefined)) return false;
  return by !== version && (mark !== true || by !== markedBy(version));
}

/** The mark of a version of the topic in the entry of a page that is off topic and stays by request. */
export function markedBy(version: string): string {
  return `${version}!`;
}
