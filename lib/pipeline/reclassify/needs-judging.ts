import type { Visit } from '../../domain/frontier/entry.ts';
import type { JudgeOptions } from '../../domain/frontier/inbox-item.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { earlierTopicVersion, readJudgement, topicVersion } from '../../domain/topic/judgement.ts';

/** Whether a visit may come out otherwise by the topic of some settings than it did. */
export function needsJudging(visit: Visit, settings: JobSettings, { mark }: JudgeOptions): boolean {
  const { by, kept } = readJudgement(visit.judged);
  if (visit.md5 === undefined && visit.outcome !== 'off-topic' && kept === undefined) return false;
  const { topic } = settingsFor(settings, visit.url);
  const version = topicVersion(topic);
  // Stored by a job that never had a topic.
  if (by === '' && visit.md5 !== undefined && version === topicVersion(undefined)) return false;
  const isBy = (one: string): boolean => by === one || (mark === true && by === markedBy(one));
  // The earlier one is reckoned anew for each page, but only where there is something to judge.
  return !isBy(version) && !isBy(earlierTopicVersion(topic));
}

/** What an entry says of a page that is off topic by a version of the topic, and stays by request. */
export function markedBy(version: string): string {
  return `${version}!`;
}
