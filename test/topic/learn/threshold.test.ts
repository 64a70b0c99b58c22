import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseThreshold, pointAt, thresholdCurve } from '../../../lib/topic/learn/threshold.ts';

//              good   good   bad  good  bad    bad
const scores = [2, 1.5, 1, 0.5, -0.5, -1];
const good = [true, true, false, true, false, false];

describe('thresholds', () => {
  it('lie between the scores of documents, the first below all of them', () => {
    expect(
      thresholdCurve(scores, good).map(({ threshold, accepted, right }) => [threshold, accepted, right]),
    ).toEqual([
      [-1, 6, 3],
      [-0.75, 5, 3],
      [0, 4, 3],
      [0.75, 3, 2],
      [1.25, 2, 2],
      [1.75, 1, 1],
    ]);
  });

  it.each([
    [{ by: 'f1' }, 0],
    [{ by: 'precision', least: 0.9 }, 1.25],
    [{ by: 'precision', least: 0.7 }, 0],
    [{ by: 'recall', least: 1 }, 0],
    [{ by: 'recall', least: 0.6 }, 1.25],
  ] as const)('are chosen on the curve: %j', (rule, threshold) => {
    expect(chooseThreshold(thresholdCurve(scores, good), rule).threshold).toBe(threshold);
  });

  it('are not invented where a precision is never reached', () => {
    const curve = thresholdCurve([2, 1, 0], [false, true, false]);
    expect(() => chooseThreshold(curve, { by: 'precision', least: 0.9 })).toThrow(
      'no threshold has a precision of 0.9 in cross-validation; the most is 0.5000',
    );
  });

  it('refuse a score just below, where no number lies halfway', () => {
    const step = 2 ** -53;
    const close = [1 - step, ...Array(10).fill(1 - 2 * step), 0.2];
    const kinds = [true, ...Array(10).fill(false), false];
    const chosen = chooseThreshold(thresholdCurve(close, kinds), { by: 'precision', least: 0.9 });
    expect(pointAt(chosen.threshold, close, kinds)).toEqual(chosen);
    expect(chosen.accepted).toBe(1);
  });

  it('accept what they say they accept, whatever the scores', () => {
    const score = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: 0, max: 4 }).map((steps) => 1 - steps * 2 ** -53),
      fc.integer({ min: -3, max: 3 }).map((steps) => steps * Number.MIN_VALUE),
    );
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 20 }), (values) => {
        const kinds = values.map((_, at) => at % 2 === 0);
        for (const one of thresholdCurve(values, kinds)) {
          expect(pointAt(one.threshold, values, kinds)).toEqual(one);
        }
      }),
    );
  });

  it('accept what they say they accept, and recall no less the lower they are', () => {
    const document = fc.record({ score: fc.integer({ min: -3, max: 3 }), isGood: fc.boolean() });
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 20 }), (documents) => {
        const values = documents.map(({ score }) => score);
        const kinds = documents.map(({ isGood }) => isGood);
        const curve = thresholdCurve(values, kinds);
        for (const one of curve) expect(pointAt(one.threshold, values, kinds)).toEqual(one);
        const recalls = curve.map(({ recall }) => recall);
        expect(recalls).toEqual(recalls.toSorted((a, b) => b - a));
      }),
    );
  });
});
