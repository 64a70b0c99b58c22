import { describe, expect, it } from 'vitest';
import { plainCutOffs, positionCutOffs, termVerdict } from '../../lib/topic/terms/term-verdict.ts';
import { readTopicFile } from '../../lib/topic/terms/topic-file.ts';
import type { TopicDocument } from '../../lib/topic/terms/topic-text.ts';
import { plainScorer, positionScorer } from '../support/topic/topic-scorers.ts';

const none: ReadonlySet<string> = new Set();
const terms = (text: string) => readTopicFile(text, none).terms;

const document = (parts: Partial<TopicDocument>): TopicDocument => ({
  url: 'http://example.org/',
  title: '',
  metadata: [],
  headings: [],
  text: '',
  ...parts,
});

describe('plain matching', () => {
  it('sums up hits × weight × location over terms and locations', () => {
    const score = plainScorer(terms('5: moon=M'), none);
    const everywhere = document({ title: 'moon', metadata: ['moon'], headings: ['moon'], text: 'moon moon' });
    expect(score(everywhere).score).toBe(5 * (10 + 4 + 2 + 2));
  });

  it('takes a term with @and as often as its rarest part', () => {
    const score = plainScorer(terms('3: glass @and art=A'), none);
    expect(score(document({ text: 'glass glass art glass art' })).score).toBe(6);
    expect(score(document({ text: 'glass glass' })).score).toBe(0);
  });

  it('gives the points to every class of a term, and takes them away again by negative weights', () => {
    const score = plainScorer(terms('50: pitcher=A, B\n-10: pitcher @and baseball=A'), none);
    const { score: total, classes } = score(document({ text: 'a pitcher of baseball' }));
    expect(total).toBe(90);
    expect(classes).toEqual([
      { id: 'B', score: 50, relative: 50 / 4, evidence: [{ term: 'pitcher', score: 50, hits: { text: 1 } }] },
      {
        ...{ id: 'A', score: 40, relative: 40 / 4 },
        evidence: [
          { term: 'pitcher', score: 50, hits: { text: 1 } },
          { term: 'pitcher @and baseball', score: -10, hits: { text: 1 } },
        ],
      },
    ]);
  });

  it('weighs by the words of each location, the title by those of the metadata', () => {
    const score = plainScorer(terms('1: moon=M'), none);
    expect(score(document({ text: 'the moon is far' })).relative).toBeCloseTo(1 / 4);
    expect(score(document({ title: 'moon', metadata: ['one two'] })).relative).toBeCloseTo(10 / 2);
  });

  it('makes a page relevant by three cut-offs: total, relative, and the share of a class', () => {
    const verdict = (text: string) =>
      termVerdict(plainScorer(terms('30: moon=M\n5: sun=S'), none)(document({ text })), plainCutOffs);
    expect(verdict('moon moon').relevant).toBe(false);
    expect(verdict(`moon moon moon ${'far '.repeat(1_000)}`).relevant).toBe(false);
    const { relevant, classes } = verdict('moon moon moon sun');
    expect(relevant).toBe(true);
    expect(classes.map(({ id }) => id)).toEqual(['M']);
  });
});

describe('position-weighted matching', () => {
  const at = (position: number): number => 1 / Math.log(0.5 * position + 1);

  it('weighs a match by the logarithm of its place in title, URL path, metadata, headings and text', () => {
    const score = positionScorer(terms('2: moon=M'), none);
    const page = {
      url: 'http://example.org/a/moon',
      title: 'moon',
      metadata: ['x'],
      headings: ['y'],
      text: 'moon',
    };
    expect(score(document(page)).score).toBeCloseTo(2 * (at(1) + at(3) + at(6)));
  });

  it('divides by the logarithm of the distance between the parts of a term with @and', () => {
    const score = positionScorer(terms('1: glass @and art=A'), none);
    // The empty title, path, metadata and headings make one empty word before the text.
    expect(score(document({ text: 'glass of fine art' })).score).toBeCloseTo(at(2) / Math.log(4));
  });

  it('finds phrases by their words, and no regular expressions', () => {
    const score = positionScorer(terms('1: of the moon=M\n9: moons?=M'), none);
    expect(score(document({ text: 'of the moon' })).score).toBeCloseTo(at(2));
  });

  it('makes a page relevant by its own cut-offs', () => {
    const scores = positionScorer(terms('10: moon=M'), none)(document({ text: 'the moon' }));
    expect(termVerdict(scores, positionCutOffs).relevant).toBe(true);
  });
});
