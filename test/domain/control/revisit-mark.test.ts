import { expect, test } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { isMarked, isPlain, type RevisitMark } from '../../../lib/domain/control/revisit-mark.ts';
import type { Visit } from '../../../lib/domain/frontier/entry.ts';
import { classHierarchy } from '../../../lib/topic/terms/class-file.ts';

const visit: Visit = {
  url: 'https://a.example/birds/owl' as CanonicalUrl,
  outcome: 'stored',
  ...{ at: 100, firstSeen: 1, changedAt: 1, tries: 0, depth: 2 },
  md5: 'ab'.repeat(16),
  detail: 'score 12; best Owls [B.OWL] 80 % (owl, barn owl)',
};
const { isWithin } = classHierarchy([
  { id: 'B', label: 'Birds' },
  { id: 'B.OWL', label: 'Owls', parent: 'B' },
]);

test.each<[Partial<RevisitMark>, boolean]>([
  [{}, true],
  [{ before: 100 }, false],
  [{ prefix: 'https://a.example/birds/' }, true],
  [{ prefix: 'https://a.example/fish/' }, false],
  [{ class: 'B.OWL' }, true],
  [{ class: 'B' }, true],
  [{ class: 'F' }, false],
  [{ md5: 'ab'.repeat(16) }, true],
  [{ md5: 'cd'.repeat(16) }, false],
  [{ status: 'stored' }, true],
  [{ status: 'gone', class: 'B' }, false],
])('a mark with %j: an owl page is meant: %s', (mark, expected) => {
  expect(isMarked({ before: 101, ...mark }, visit, isWithin)).toBe(expected);
});

test('a page without a verdict is of no class', () => {
  const { detail: _, ...unjudged } = visit;
  expect(isMarked({ before: 101, class: 'B' }, unjudged, isWithin)).toBe(false);
});

test('a mark by age alone needs no look at pages', () => {
  expect(isPlain({ before: 1 })).toBe(true);
  expect(isPlain({ before: 1, status: 'gone' })).toBe(false);
});
