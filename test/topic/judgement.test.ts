import { describe, expect, test } from 'vitest';
import { needsJudging } from '../../lib/capabilities/reclassify/needs-judging.ts';
import type { Visit } from '../../lib/domain/frontier/entry.ts';
import { topicVersion } from '../../lib/topic/judging/judgement.ts';
import type { TopicSettings } from '../../lib/topic/judging/topic-settings.ts';
import { testSettings } from '../support/settings.ts';
import { termTopic } from '../support/topic/topic.ts';

const topic = termTopic('10: owls=BIRDS', { classes: { BIRDS: {} } as never });

/** The same with its keys in the opposite order, at every depth. */
function turned<T>(value: T): T {
  if (Array.isArray(value)) return value.map(turned) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, turned(one)]),
  ) as T;
}

describe('the version of a topic', () => {
  test('is the same in whatever order its keys stand', () => {
    expect(JSON.stringify(turned(topic))).not.toBe(JSON.stringify(topic));
    expect(topicVersion(turned(topic))).toBe(topicVersion(topic));
  });

  test('is another for another topic, and for filters in another order', () => {
    const [filter] = topic.filters as [TopicSettings['filters'][number]];
    const two = (...ids: readonly string[]): TopicSettings => ({
      ...topic,
      filters: ids.map((id) => ({ ...filter, id })),
    });
    const versions = [topic, termTopic('11: owls=BIRDS'), two('a', 'b'), two('b', 'a'), undefined];
    expect(new Set(versions.map(topicVersion)).size).toBe(5);
  });

  test('judges again what another topic judged, and nothing else', () => {
    const settings = { ...testSettings('owls'), topic };
    const judged = (by: string): Visit =>
      ({ url: 'https://owls.example/', outcome: 'stored', md5: 'd0', judged: by }) as Visit;
    const needs = [topicVersion(topic), '00000000'].map((by) => needsJudging(judged(by), settings, {}));
    expect(needs).toEqual([false, true]);
  });
});
