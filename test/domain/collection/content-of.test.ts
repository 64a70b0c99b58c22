import { expect, it } from 'vitest';
import type { PageContent } from '../../../lib/base/page/page-content.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { contentOf, toldOf } from '../../../lib/domain/collection/content-of.ts';
import type { PageRecord } from '../../../lib/domain/collection/record.ts';
import type { ToldFields } from '../../../lib/domain/collection/told-fields.ts';

const url = 'http://a.example/' as CanonicalUrl;
/** A field of the core that is added fails to compile here until it is content. */
const content: Required<PageContent> = {
  md5: 'a'.repeat(32),
  digest: 'b'.repeat(64),
  mediaType: 'text/html',
  charset: 'utf-8',
  title: 'A page',
  headings: [],
  metadata: {},
  text: 'A page',
  links: [],
  needsScripts: true,
  main: { kind: 'article', text: 'A page' },
  markdown: 'A page',
  data: {},
  moreLinks: 1,
  canonical: url,
  language: 'en',
  detectedLanguage: { code: 'en' },
  minHashes: '',
  topic: { relevant: true, filter: 'terms', kind: 'terms', score: 1, classes: [] },
  fields: {},
  analysis: {},
  pluginFailures: [],
  robots: { noindex: false, nofollow: false },
};
const told: ToldFields = {
  history: { firstVisited: 1, changes: 2 },
  nearDuplicateOf: { md5: 'c'.repeat(32), url, similarity: 0.9 },
  standIn: { kind: 'scripts', by: ['nothing else'] },
  ranks: {
    ...{ at: 1, of: 2, pageRank: 0.5, pageRankBL: 0.5, netLocRank: 0.5, discounted: 0.5 },
    linkedBy: 1,
  },
};

it('tells the content of a record from what capabilities tell, whichever they are, and from its visit', () => {
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
  expect(toldOf(record)).toEqual(told);
});
