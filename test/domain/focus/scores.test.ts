import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../../lib/base/url/url-settings.ts';
import { readPage } from '../../../lib/domain/reading/read-page.ts';
import { writtenPage } from '../../../lib/domain/reading/written-page.ts';
import { fitOf } from '../../../lib/topic/judging/fit.ts';
import { pageFit } from '../../../lib/topic/judging/page-fit.ts';
import { defaultTerms } from '../../../lib/topic/judging/term-filter.ts';
import type { TopicSettings } from '../../../lib/topic/judging/topic-settings.ts';

const topic: TopicSettings = {
  filters: [{ ...defaultTerms, definition: '100: owls?=B\n' }],
  ...{ match: 'all', sitesOk: [], followOffTopic: false },
};
const html = `<p>All about owls.</p><p><a href="/1">owls</a></p><p>${'Nothing of the kind. '.repeat(50)}</p>
<p><a href="/2">cars</a></p><p>${'Words and words. '.repeat(60)}</p><p>Birds of the night, an owl among them:
<a href="/3">more</a></p><p>${'And so on. '.repeat(100)}</p><p><a href="/owl-pictures">see</a> <a href="/1">again</a></p>`;
const request = {
  url: 'http://a.example/' as CanonicalUrl,
  body: Buffer.from(html),
  contentType: 'text/html',
  urlSettings: defaultUrlSettings,
  ...{ extract: [], product: 'Winnow', topic },
};

describe('the scores of links', () => {
  const page = writtenPage({ ...request, scoreLinks: true });
  const scores = page.kind === 'page' ? (page.content.scores ?? []) : [];
  const [anchor = 0, none = 0, around = 0, url = 0] = scores as number[];

  it('are better for links whose anchor, URL or text around is about the topic', () => {
    expect(Math.min(anchor, around, url)).toBeGreaterThan(none + 0.05);
  });

  it('are between 0 and 1, one for each URL that the page leads to', () => {
    expect(scores).toHaveLength(4);
    for (const score of scores) expect(score).toSatisfy((one: number) => one >= 0 && one <= 1);
  });

  it('are written with the link that is first, and not at all where nobody asked', () => {
    const asked = readPage({ ...request, scoreLinks: true });
    const links = asked.kind === 'page' ? asked.content.links : [];
    expect(links.map(({ score }) => score !== undefined)).toEqual([true, true, true, true, false]);
    const plain = writtenPage(request);
    expect(plain.kind === 'page' && 'scores' in plain.content).toBe(false);
  });
});

describe('how well a page fits', () => {
  it.each([
    ['svm', 0, 0],
    ['svm', 1, 3],
    ['svm', 9, 6],
    ['bayes', 0.5, 0],
    ['bayes', 0, -5.53],
    ['taxonomy', 1, 5.53],
  ] as const)('by %s with a score of %d is %d', (kind, score, fit) => {
    const marks = { good: ['good'], crawlOnly: [], minRelevance: kind === 'svm' ? 0 : 0.5 };
    expect(fitOf({ kind, id: kind, file: 'f', digest: 'd', ...marks }, score)).toBeCloseTo(fit, 1);
  });

  it('is never negative for what is relevant, nor positive for what is not', () => {
    const verdict = { filter: 'terms', kind: 'terms', classes: [] } as const;
    expect(pageFit(topic, { ...verdict, relevant: false, score: 1_000 })).toBe(0);
    expect(pageFit(topic, { ...verdict, relevant: true, score: 0 })).toBe(0);
    expect(pageFit(topic, { ...verdict, relevant: false, score: 0 })).toBeLessThan(-2);
  });

  it('is good for a site that is always on topic', () => {
    const verdict = { filter: 'terms', kind: 'terms', classes: [], relevant: true, score: 0 } as const;
    expect(pageFit(topic, { ...verdict, site: 'a.example' })).toBeGreaterThan(1);
  });
});
