import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { featuresOf, type SeenLink } from '../../../lib/domain/focus/link-features.ts';
import {
  addLearnt,
  copyOf,
  countPage,
  isTried,
  type Lead,
  learntScore,
  meet,
  newLinkModel,
  teach,
} from '../../../lib/domain/focus/link-model.ts';
import { decodeLinkModel, encodeLinkModel } from '../../../lib/domain/focus/link-model-text.ts';
import type { CanonicalUrl } from '../../../lib/domain/url.ts';

const lead = (anchor: string, fixed = 0.4, more: Partial<SeenLink> = {}): Lead => ({
  features: featuresOf({
    ...{ url: 'http://b.example/x/1' as CanonicalUrl, anchor, place: 'main' },
    ...{ page: { host: 'a.example', relevance: 0.6, best: 'FLOWERS' } },
    ...more,
  }),
  fixed,
});

const lessons = fc.array(
  fc.record({
    anchor: fc.constantFrom('rare orchids', 'log in', 'orchid care', 'terms of use'),
    relevance: fc.constantFrom(0.02, 0.5, 0.97),
  }),
  { maxLength: 30 },
);

describe('what a crawl learns of its links', () => {
  it('is nothing at first: links keep their fixed scores', () => {
    fc.assert(
      fc.property(fc.string(), fc.double({ min: 0.001, max: 0.999, noNaN: true }), (anchor, fixed) => {
        expect(learntScore(newLinkModel(), lead(anchor, fixed))).toBeCloseTo(fixed, 9);
      }),
    );
  });

  it('sets links like those that led astray back, and others like those that led to the topic forward', () => {
    const model = newLinkModel();
    for (let page = 0; page < 100; page += 1) {
      teach(model, [lead('orchids of the month', 0.3)], 0.98);
      teach(model, [lead('log in here', 0.5, { place: 'nav' })], 0.02);
    }
    expect(learntScore(model, lead('orchids', 0.3))).toBeGreaterThan(0.5);
    expect(learntScore(model, lead('log in', 0.5, { place: 'nav' }))).toBeLessThan(0.3);
    const elsewhere: Partial<SeenLink> = {
      place: 'aside',
      page: { host: 'c.example' },
      url: 'http://d.example/' as CanonicalUrl,
    };
    const other = learntScore(model, lead('something else', 0.42, elsewhere));
    expect(Math.abs(other - 0.42)).toBeLessThan(0.15);
  });

  it('takes off what it has learnt of all links alike, so that new ones do not all come before old ones', () => {
    const model = newLinkModel();
    for (let page = 0; page < 300; page += 1) {
      teach(model, [lead('more')], 0.98);
      for (let link = 0; link < 20; link += 1) meet(model, lead('more'));
    }
    expect(learntScore(model, lead('more'))).toBeCloseTo(0.4, 1);
  });

  it('hears the links to a page as one voice', () => {
    const [one, many] = [newLinkModel(), newLinkModel()];
    teach(one, [lead('orchids')], 1);
    teach(many, [lead('orchids'), lead('orchids')], 1);
    expect(many.gradients).toEqual(one.gradients);
    expect([one.counts.examples, many.counts.examples]).toEqual([1, 1]);
  });

  it('is the same for the same pages in the same order, and when it was stored in between', () => {
    fc.assert(
      fc.property(lessons, (all) => {
        const one = newLinkModel();
        let stored = newLinkModel();
        for (const { anchor, relevance } of all) {
          teach(one, [lead(anchor)], relevance);
          stored = decodeLinkModel(encodeLinkModel(stored));
          teach(stored, [lead(anchor)], relevance);
        }
        expect(encodeLinkModel(stored)).toBe(encodeLinkModel(one));
      }),
      { numRuns: 20 },
    );
  });

  it('is merged from several workers in any order', () => {
    fc.assert(
      fc.property(lessons, lessons, (here, there) => {
        const base = newLinkModel();
        const learnt = [here, there].map((some) => {
          const model = copyOf(base);
          for (const { anchor, relevance } of some) teach(model, [lead(anchor)], relevance);
          return model;
        });
        const merged = [learnt, learnt.toReversed()].map((order) => {
          const model = copyOf(base);
          for (const one of order) addLearnt(model, one, base);
          return model;
        });
        expect(merged[0]?.counts.examples).toBe(here.length + there.length);
        for (const [at, gradient] of (merged[0]?.gradients ?? []).entries())
          expect(gradient).toBeCloseTo(merged[1]?.gradients[at] ?? Number.NaN, 4);
      }),
      { numRuns: 20 },
    );
  });

  it('begins anew from a form that it does not know', () => {
    expect(decodeLinkModel('{"v":9,"examples":3}').counts.examples).toBe(0);
  });

  it.each([1, 4, 60])(
    'tries a given part of the pages, when each leads to %i new URLs, and always the same',
    (found) => {
      const model = newLinkModel();
      for (let page = 0; page < 1_000; page += 1) countPage(model, found);
      const urls = Array.from(
        { length: 1_000 * found },
        (_, at) => `http://h${at % 50}.example/page-${at}` as CanonicalUrl,
      );
      const tried = urls.filter((url) => isTried(model, url, 0.05));
      expect(tried.length / 1_000).toBeGreaterThan(0.035);
      expect(tried.length / 1_000).toBeLessThan(0.065);
      expect(urls.filter((url) => isTried(model, url, 0.05))).toEqual(tried);
      expect(urls.some((url) => isTried(model, url, 0))).toBe(false);
    },
  );
});
