import { describe, expect, it } from 'vitest';
import { readTopicFile } from '../../../lib/topic/settings.ts';
import { expandTopic, type FieldText } from '../../../lib/topic/train.ts';
import { fieldTexts, latentJudge } from './field.ts';

const judge = latentJudge(fieldTexts, { dimensions: 2 });
/** What is near harvests is on topic: what a person would say of the texts. */
const texts = fieldTexts.map(({ title, text }, at): FieldText => {
  return { source: `text ${at}`, title, text, isOn: /grain|sickle|spelt/.test(text) };
});
const proposed = (definition: string, most = 20) =>
  expandTopic(judge, readTopicFile(definition, new Set()).terms, texts, most);

describe('terms that are proposed for a topic definition', () => {
  it('lie near the topic, also those that no labelled text has, and are none of the other field', () => {
    const terms = proposed('100: harvest=F').map(({ term }) => term);
    expect(terms).toEqual(expect.arrayContaining(['grain', 'spelt', 'sickle', 'threshing']));
    for (const term of ['oboe', 'concert', 'strings']) expect(terms).not.toContain(term);
  });

  it('are found by no term yet, nor stand in one: a pattern, a phrase, and one that speaks against it count', () => {
    const terms = proposed('100: harvests?=F\n50: thresh.*=F\n20: old sickle=F\n-10: spelt=F').map(
      ({ term }) => term,
    );
    expect(terms.length).toBeGreaterThan(0);
    for (const term of ['harvest', 'threshing', 'sickle', 'spelt']) expect(terms).not.toContain(term);
  });

  it('have the classes of the term that lies nearest, and points by its points and their nearness', () => {
    const [first] = proposed('100: harvest=F, G\n-100: concert=M');
    expect(first).toMatchObject({ near: 'harvest', classes: ['F', 'G'] });
    expect(first?.weight).toBe(Math.round(100 * (first?.nearness ?? 0)));
  });

  it('come with the texts that they were read in, the nearest first and at most as many as were asked for', () => {
    const all = proposed('100: harvest=F');
    const spelt = all.find(({ term }) => term === 'spelt');
    expect(spelt).toMatchObject({ on: 2, off: 0, example: { source: expect.stringMatching(/^text \d+$/) } });
    expect(spelt?.example.text).toContain('spelt');
    const nearness = all.map((one) => one.nearness);
    expect(nearness).toEqual(nearness.toSorted((a, b) => b - a));
    expect(proposed('100: harvest=F', 2)).toEqual(all.slice(0, 2));
  });

  it('are proposed of the direction of the topic alone where there is no definition', () => {
    expect(proposed('')[0]).toMatchObject({ classes: ['topic'] });
  });

  it('can be read as a definition', () => {
    const lines = proposed('100: harvest=F').map(
      ({ weight, term, classes }) => `${weight}: ${term}=${classes.join(', ')}`,
    );
    expect(readTopicFile(lines.join('\n'), new Set())).toMatchObject({ faults: [] });
  });
});
