import { describe, expect, test } from 'vitest';
import { classRows } from '../../../lib/capabilities/sql/class-rows.ts';
import type { FilterSettings, TopicSettings } from '../../../lib/topic/judging/topic-settings.ts';

function topic(filter: Partial<FilterSettings>, classes?: TopicSettings['classes']): TopicSettings {
  const filters = [{ id: 'first', ...filter }] as FilterSettings[];
  const base: TopicSettings = { filters, match: 'any', sitesOk: [], followOffTopic: false };
  return classes === undefined ? base : { ...base, classes };
}

describe('the classes of a crawl', () => {
  test('are none without a topic', () => {
    expect(classRows(undefined, ['x'], [])).toEqual([]);
  });

  test('are those of the class file and those that pages have, each with its parent, name and whether it is good', () => {
    const classes = [{ id: 'B', label: 'Birds' }, { id: 'O', parent: 'B', label: 'Owls' }, { id: 'T' }];
    expect(classRows(topic({ kind: 'terms', good: ['B'] }, classes), ['X'], [])).toEqual([
      ['B', null, 'Birds', 1, 0],
      ['O', 'B', 'Owls', 1, 0],
      ['T', null, 'T', 0, 0],
      ['X', null, 'X', 0, 0],
    ]);
  });

  test('are all good where the topic marks none', () => {
    expect(classRows(topic({ kind: 'terms' }), ['X'], [])).toEqual([['X', null, 'X', 1, 0]]);
  });

  test('of a taxonomy are paths, with all that is above them', () => {
    const marks = { good: ['/Science/Birds'], crawlOnly: ['/Science'] };
    expect(classRows(topic({ kind: 'taxonomy', ...marks }), [], ['/Science/Birds/Owls', '/Art'])).toEqual([
      ['/Art', null, 'Art', 0, 0],
      ['/Science', null, 'Science', 0, 1],
      ['/Science/Birds', '/Science', 'Birds', 1, 0],
      ['/Science/Birds/Owls', '/Science/Birds', 'Owls', 1, 0],
    ]);
  });
});
