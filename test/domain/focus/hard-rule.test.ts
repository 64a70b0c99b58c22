import { describe, expect, it } from 'vitest';
import { defaultFocus, type FocusSettings } from '../../../lib/domain/focus/focus-settings.ts';
import { isOnGoodPath } from '../../../lib/domain/focus/hard-rule.ts';
import { followsLinks } from '../../../lib/domain/focus/ranking.ts';
import type { FilterSettings, TopicSettings } from '../../../lib/topic/judging/topic-settings.ts';

const filter = (id: string, good: readonly string[]): FilterSettings => ({
  ...{ kind: 'taxonomy', id, file: `${id}.model`, digest: id, minRelevance: 0.5 },
  ...{ good, crawlOnly: [] },
});
const topicOf = (...filters: readonly FilterSettings[]): TopicSettings => ({
  ...{ filters, match: 'all', sitesOk: [], followOffTopic: false },
});
const plants = topicOf(filter('m', ['/nature/plants']));

describe('the path to the best class', () => {
  it.each([
    ['is good where it is a good class', '/nature/plants', true],
    ['is good where a class above it is', '/nature/plants/carnivorous', true],
    ['is not good where only a class below it is', '/nature', false],
    ['is not good where a class beside it is', '/nature/plants-of-stone', false],
  ])('%s', (_, best, expected) => {
    expect(isOnGoodPath(plants, { best })).toBe(expected);
  });

  it('is that of the filter that decided', () => {
    const both = topicOf(filter('a', ['/x']), filter('b', ['/y']));
    expect(isOnGoodPath(both, { filter: 'a', best: '/x/1' })).toBe(true);
    expect(isOnGoodPath(both, { filter: 'b', best: '/x/1' })).toBe(false);
  });

  it.each([
    ['a page has no best class', plants, {}],
    ['a site is always taken', plants, { best: '/nature', site: 'a.example' }],
    [
      'a topic definition decided',
      topicOf(filter('m', ['/x']), terms()),
      { filter: 'terms', best: 'PLANTS' },
    ],
  ])('is unknown where %s', (_, topic, verdict) => {
    expect(isOnGoodPath(topic, verdict)).toBeUndefined();
  });
});

function terms(): FilterSettings {
  return {
    ...{ kind: 'terms', id: 'terms', algorithm: 'plain', definition: '', stopWords: [], cutOffs: {}, k: 1 },
    weights: { title: 1, metadata: 1, headings: 1, text: 1, url: 1 },
  } as FilterSettings;
}

describe('links are followed', () => {
  const focus = (mode: FocusSettings['mode']): FocusSettings => ({ ...defaultFocus, mode, tunnel: 1 });
  it.each([
    [
      'by hard focus, of a page that is not kept and whose best class is good',
      'hard',
      [false, true, 0],
      true,
    ],
    [
      'not by hard focus, of a page that is kept and whose best class is none',
      'hard',
      [true, false, 0],
      false,
    ],
    ['by hard focus, of what is relevant where there are no classes', 'hard', [true, undefined, 0], true],
    ['not by hard focus, of what is not', 'hard', [false, undefined, 0], false],
    ['by soft focus, of what is kept, whatever its best class', 'soft', [true, false, 0], true],
    ['by soft focus, of what is near a relevant page', 'soft', [false, false, 1], true],
    ['not by soft focus, of what is further away', 'soft', [false, true, 2], false],
    ['without focus, of all', 'unfocused', [false, false, 9], true],
  ] as const)('%s', (_, mode, [relevant, onGoodPath, tunnelDepth], expected) => {
    expect(followsLinks(focus(mode), { relevant, onGoodPath }, tunnelDepth)).toBe(expected);
    expect(followsLinks(focus(mode), { relevant, onGoodPath, crawlOnly: true }, tunnelDepth)).toBe(true);
  });
});
