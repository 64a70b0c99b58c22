import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomeKinds } from '../../../../lib/base/fetch/outcome.ts';
import type { UrlRole } from '../../../../lib/base/links/url-role.ts';
import type { CanonicalUrl } from '../../../../lib/base/url/url.ts';
import type { Visit } from '../../../../lib/domain/frontier/entry.ts';
import {
  compareKeys,
  pendingSection,
  uncheckedSection,
  visitSection,
} from '../../../../lib/domain/frontier/store/section.ts';

const base = 'https://www.example.org';
const path = fc.webUrl({ withQueryParameters: true, validSchemes: ['https'] }).map((url) => new URL(url));
const url = fc
  .tuple(path, fc.constantFrom('same', 'same', 'http', 'elsewhere', 'lookalike'))
  .map(([{ pathname, search, href }, kind]) => {
    if (kind === 'elsewhere') return href as CanonicalUrl;
    const authority = { same: base, http: 'http://www.example.org', lookalike: `${base}.evil` }[kind];
    return `${authority}${pathname}${search}` as CanonicalUrl;
  });
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const hex = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits });
const date = fc.oneof(
  time.map((at) => new Date(at).toUTCString()),
  fc.constantFrom('yesterday', '', '2026-01-01', 'Thu, 01 Jan 1970 00:00:00 +0000'),
);

const visit: fc.Arbitrary<Visit> = fc
  .record(
    {
      url,
      outcome: fc.constantFrom(...outcomeKinds),
      at: time,
      firstSeen: time,
      changedAt: time,
      next: time,
      tries: fc.nat(9),
      depth: fc.nat(30),
      md5: fc.oneof(hex(32), fc.constant('NOT HEX')),
      digest: fc.oneof(hex(16), hex(64)),
      etag: fc.string(),
      lastModified: date,
      status: fc.integer({ min: 100, max: 999 }),
      detail: fc.string({ unit: 'grapheme' }),
      revisions: fc.nat(99),
      rate: fc.constantFrom(0.01, 0.5),
      sites: fc.nat(100),
      orphan: time,
      unconditional: fc.constant(true as const),
      deleted: fc.constantFrom('{"id":"a"}', '{"id":"b","was":{"outcome":"stored"}}'),
      judged: fc.constantFrom('0a1b2c3d', '0a1b2c3d/17-aB_-9/3/ffffffff', 'none'),
      mediaType: fc.constantFrom('application/pdf', 'text/html'),
      document: fc.constantFrom('by content', 'a $& key', '~', '=', '\u0001', ''),
    },
    { requiredKeys: ['url', 'outcome', 'at', 'firstSeen', 'changedAt', 'tries', 'depth'] },
  )
  .map((visit) => {
    if (visit.document !== 'by content') return visit;
    return {
      ...visit,
      document: `documents/job/${visit.md5 ?? ''}-${visit.digest?.slice(0, 16) ?? ''}.html.gz`,
    };
  });

/** None that told a role before there was a field for it. */
const rank = fc.integer({ min: -2_000_000, max: 2_000_000 }).map((whole) => whole * 1_000);
const role = fc.constantFrom<UrlRole | undefined>(
  ...[undefined, undefined, { is: 'sitemap', level: 1 } as const],
  { is: 'requisite', level: 0, of: `${base}/page` as CanonicalUrl },
);
const seen = fc.constantFrom(0 as const, 1 as const, 2 as const);

test('visits come back from a chunk as they were', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ visit, rank, role, hops: fc.nat(20), seen }), { minLength: 1, maxLength: 20 }),
      (entries) => {
        expect(visitSection.unpack(visitSection.pack(entries, base), base)).toEqual(entries);
      },
    ),
  );
});

test('pending and unchecked URLs come back from a chunk as they were', () => {
  const queued = fc.record({
    ...{ url, rank, role, depth: fc.nat(30), hops: fc.nat(20), seq: fc.nat(), from: fc.nat(3), seen },
  });
  fc.assert(
    fc.property(fc.array(queued, { minLength: 1, maxLength: 20 }), (entries) => {
      expect(pendingSection.unpack(pendingSection.pack(entries, base), base)).toEqual(entries);
      const ranked = entries.map((entry, i) =>
        i % 2 === 0 ? { ...entry, spilledRank: entry.rank + 1 } : entry,
      );
      expect(pendingSection.unpack(pendingSection.pack(ranked, base), base)).toEqual(ranked);
      const unchecked = entries.map(({ seen: hits, ...entry }) => ({ ...entry, hits }));
      expect(uncheckedSection.unpack(uncheckedSection.pack(unchecked, base), base)).toEqual(unchecked);
    }),
  );
});

test('what earlier versions told by the rank has its role', () => {
  const entry = (rank: number) => ({
    ...{ url: `${base}/x` as CanonicalUrl, rank, depth: 2, hops: 1, seq: 0, from: 0, seen: 0 as const },
  });
  const stored = pendingSection.pack([3_450, 3_460, 3_500, 3_530, 3_400, 3_000].map(entry), base);
  expect(pendingSection.unpack(stored, base).map((one) => one.role)).toEqual([
    { is: 'requisite', level: 0 },
    { is: 'requisite', level: 1 },
    { is: 'sitemap', level: 0 },
    { is: 'sitemap', level: 3 },
    undefined,
    undefined,
  ]);
});

test('visits without a next one come last', () => {
  const never = Number.POSITIVE_INFINITY;
  expect(compareKeys([1, 9, 0], [never, 1, 0])).toBeLessThan(0);
  expect(compareKeys([never, 1, 0], [never, 2, 0])).toBeLessThan(0);
  expect(compareKeys([never, 2, 0], [never, 2, 0])).toBe(0);
});
