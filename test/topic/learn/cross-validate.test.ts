import { describe, expect, it } from 'vitest';
import { openConfusion } from '../../../lib/topic/learn/confusion.ts';
import { crossValidate, stratify } from '../../../lib/topic/learn/cross-validate.ts';
import { defaultBayes } from '../../../lib/topic/learn/train.ts';
import { corpusOf, labelled } from './examples.ts';

describe('folds', () => {
  it('have the same size and the same share of each class, give or take one', () => {
    const labels = Uint32Array.from({ length: 103 }, (_, row) => (row % 7 === 0 ? 1 : 0));
    const fold = stratify(labels, 5);
    for (const label of [0, 1]) {
      const sizes = [0, 1, 2, 3, 4].map(
        (one) => fold.filter((at, row) => at === one && labels[row] === label).length,
      );
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
    expect(stratify(labels, 5)).toEqual(fold);
  });

  it('keep documents of a class together that stand together', () => {
    expect([...stratify(Uint32Array.of(0, 0, 0, 0, 1, 1, 0, 0), 2)]).toEqual([0, 0, 0, 1, 0, 1, 1, 1]);
  });

  it('try each document once', () => {
    const { documents, classes } = crossValidate(corpusOf(labelled), defaultBayes, 4).figures();
    expect(documents).toBe(12);
    expect(classes.map((row) => row.documents)).toEqual([4, 4, 4]);
  });
});

describe('figures', () => {
  it('are what their definitions say', () => {
    const confusion = openConfusion(['a', 'b', 'c']);
    for (const [actual, found] of ['aa', 'aa', 'ab', 'bb', 'ba', 'bb'].map((pair) => [...pair]))
      confusion.add(actual as string, found as string);
    const { documents, accuracy, macro, classes } = confusion.figures();
    expect({ documents, accuracy }).toEqual({ documents: 6, accuracy: 4 / 6 });
    expect(classes).toEqual([
      { id: 'a', documents: 3, precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 },
      { id: 'b', documents: 3, precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 },
      { id: 'c', documents: 0, precision: 0, recall: 0, f1: 0 },
    ]);
    expect(macro.f1).toBeCloseTo(2 / 3);
  });

  it('count a class that the model does not have as wrong', () => {
    const confusion = openConfusion(['a']);
    confusion.add('new', 'a');
    expect(confusion.figures().accuracy).toBe(0);
    expect(openConfusion([]).figures().accuracy).toBe(0);
  });
});
