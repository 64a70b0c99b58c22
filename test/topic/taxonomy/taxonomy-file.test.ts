import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../../lib/topic/learn/model-file.ts';
import { openTaxonomy } from '../../../lib/topic/taxonomy/taxonomy-classifier.ts';
import { readTaxonomy, withoutExamples, writeTaxonomy } from '../../../lib/topic/taxonomy/taxonomy-file.ts';
import { defaultTaxonomyRecipe, trainTaxonomy } from '../../../lib/topic/taxonomy/train-taxonomy.ts';
import { labelled, setOf } from './examples.ts';

const set = setOf(labelled);
const taxonomy = trainTaxonomy(set, { ...defaultTaxonomyRecipe, words: 8 });
const notes = { date: '2026-11-21', settings: defaultTaxonomyRecipe };
const bytes = writeTaxonomy({ taxonomy, set, notes });

/** A file whose bytes were changed by someone who knows the format. */
function resigned(change: (rest: Buffer) => Buffer): Buffer {
  const whole = Buffer.from(bytes);
  const rest = change(whole.subarray(whole.indexOf('\n') + 1));
  return Buffer.concat([Buffer.from(`winnow-model 1 ${rest.length} ${hash('sha256', rest)}\n`), rest]);
}

describe('the file of a taxonomy', () => {
  it('gives back what went in', () => {
    const read = readTaxonomy(bytes, 't');
    expect(read.taxonomy).toEqual(taxonomy);
    expect(read.examples).toEqual(set.examples);
    expect(read.header).toMatchObject(notes);
  });

  it('without its examples is smaller, and classifies alike', () => {
    const small = withoutExamples(bytes, 't');
    expect(small.length).toBeLessThan(bytes.length);
    expect(withoutExamples(small, 't')).toEqual(small);
    const [before, after] = [taxonomy, readTaxonomy(small, 't').taxonomy].map(openTaxonomy);
    for (const [text] of labelled) {
      expect(after?.place(text).logs).toEqual(before?.place(text).logs);
      expect(after?.place(text).evidence(1, 5)).toEqual(before?.place(text).evidence(1, 5));
    }
  });

  it('is refused when it is cut off, wherever, in one line', () => {
    for (let length = 0; length < bytes.length; length += 101)
      expect(() => readTaxonomy(bytes.subarray(0, length), 't')).toThrow(
        't: it is truncated; train it again or copy it again',
      );
  });

  it.each([
    ['a newer format', Buffer.from('winnow-model 3 10 abc\n'), /^t: it has format 3 of a newer Winnow/],
    ['another file', Buffer.from('<html>'), /^t: it is no model of Winnow$/],
    [
      'another vocabulary',
      resigned((rest) => Buffer.from(rest.toString('latin1').replace('goalkeeper', 'gamekeeper'), 'latin1')),
      /^t: its vocabulary is not the one that it was trained with$/,
    ],
    [
      'fewer numbers',
      resigned((rest) => rest.subarray(0, -8)),
      /^t: its numbers are not as many as its header says$/,
    ],
    [
      'another kind',
      resigned((rest) => Buffer.from(rest.toString('latin1').replace('"taxonomy"', '"svm"'), 'latin1')),
      /^t: it is a model of the kind svm, not a taxonomy$/,
    ],
  ])('is refused in one line: %s', (_, file, message) => {
    expect(() => readTaxonomy(file, 't')).toThrow(message);
  });

  it('is told from a linear model', () => {
    expect(() => readModel(bytes, 't')).toThrow("t: it is a taxonomy; 'winnow taxonomy' works with it");
  });
});
