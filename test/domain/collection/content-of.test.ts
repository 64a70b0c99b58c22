import { expect, it } from 'vitest';
import type { PageContent } from '../../../lib/base/page/page-content.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { contentOf } from '../../../lib/domain/collection/content-of.ts';
import type { PageRecord } from '../../../lib/domain/collection/record.ts';
import type { ToldFields } from '../../../lib/domain/collection/told-fields.ts';

const url = 'http://a.example/' as CanonicalUrl;
const content: PageContent = {
  md5: 'a'.repeat(32),
  digest: 'b'.repeat(64),
  mediaType: 'text/html',
  charset: 'utf-8',
  title: 'A page',
  headings: [],
  metadata: {},
  text: 'A page',
  links: [],
  robots: { noindex: false, nofollow: false },
};
/** A field that is added fails to compile here until it is told of. */
const told: Required<ToldFields> = {
  history: { firstVisited: 1, changes: 2 },
  nearDuplicateOf: { md5: 'c'.repeat(32), url, similarity: 0.9 },
  standIn: { kind: 'scripts', by: ['nothing else'] },
  ranks: {
    ...{ at: 1, of: 2, pageRank: 0.5, pageRankBL: 0.5, netLocRank: 0.5, discounted: 0.5 },
    linkedBy: 1,
  },
};

it('gives the content of a record alone: nothing of its visit, and nothing that capabilities tell', () => {
  const { robots: _, ...read } = content;
  const record: PageRecord = {
    ...read,
    ...told,
    ...{ finalUrl: url, urls: [url], depth: 0, firstSeen: 1, lastChecked: 1, lastChanged: 1 },
    response: {
      status: 200,
      contentType: 'text/html',
      fetchedAt: 1,
      wireBytes: 6,
      bytes: 6,
      truncated: false,
    },
  };
  expect(contentOf(record)).toEqual(content);
});
