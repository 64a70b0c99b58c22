import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRecipe, variants } from '../../../lib/topic/learn/choose-recipe.ts';
import { chooseFeatures, matrixOf, rowOf } from '../../../lib/topic/learn/features.ts';
import { openClassifier } from '../../../lib/topic/learn/linear-model.ts';
import { defaultBayes, defaultSvmRecipe, train } from '../../../lib/topic/learn/train.ts';
import { trainBayes } from '../../../lib/topic/learn/train-bayes.ts';
import { defaultSvm, trainSvm } from '../../../lib/topic/learn/train-svm.ts';
import { vectoriser } from '../../../lib/topic/learn/vectorise.ts';
import { allOf, corpusOf, labelled } from './examples.ts';

const corpus = corpusOf(labelled);
const recipes = [defaultSvmRecipe, defaultBayes];

/** Bags of few words, so that they are shared. */
const texts = fc.array(fc.constantFrom('owl', 'barn', 'ship', 'sail', 'star', 'night'), {
  minLength: 1,
  maxLength: 12,
});
const examples = fc
  .array(fc.tuple(texts, fc.constantFrom('x', 'y', 'z')), { minLength: 4, maxLength: 20 })
  .map((list) => list.map(([words, id]) => [words.join(' '), id] as const))
  .filter((list) => new Set(list.map(([, id]) => id)).size > 1);

describe('features', () => {
  it('are the words of two documents or more, weighed by how rare they are', () => {
    const features = chooseFeatures(corpus, allOf(corpus), { pairs: false, idf: true, unit: false });
    expect(features.words).toContain('planets');
    expect(features.words).not.toContain('captain');
    const factor = (word: string) => features.factors[features.words.indexOf(word)];
    expect(factor('planets')).toBeCloseTo(Math.log(13 / 4) + 1);
    expect(factor('planets')).toBeGreaterThan(factor('night') as number);
  });

  it('make of a text what they made of the same document', () => {
    for (const unit of [true, false]) {
      const features = chooseFeatures(corpus, allOf(corpus), { pairs: false, idf: true, unit });
      const matrix = matrixOf(corpus, allOf(corpus), features);
      const vectorOf = vectoriser(features);
      for (const [row, [text]] of labelled.entries()) expect(vectorOf(text)).toEqual(rowOf(matrix, row));
    }
  });

  it('are pairs of words too when they should, from the second document on', () => {
    const twice = corpusOf([...labelled, ...labelled]);
    const features = chooseFeatures(twice, allOf(twice), { pairs: true, idf: true, unit: true });
    expect(features.words).toContain('barn owl');
    const matrix = matrixOf(twice, allOf(twice), features);
    for (const [row, [text]] of labelled.entries()) {
      const vector = rowOf(matrix, row + labelled.length);
      expect([...vectoriser(features)(text).features].length).toBeGreaterThanOrEqual(vector.features.length);
    }
    expect(chooseFeatures(twice, allOf(twice), { pairs: false, idf: true, unit: true }).words).not.toContain(
      'barn owl',
    );
  });

  it('have length 1 when they should', () => {
    const features = chooseFeatures(corpus, allOf(corpus), { pairs: false, idf: true, unit: true });
    const { values } = vectoriser(features)('owl owl night night');
    expect(Math.hypot(...values)).toBeCloseTo(1);
    expect(vectoriser(features)('nothing that is known').values).toHaveLength(0);
  });
});

describe.each(recipes)('a classifier of the kind $kind', (recipe) => {
  it('finds the class of what it was trained with, and of what is like it', () => {
    const { classify } = openClassifier(train(corpus, allOf(corpus), recipe));
    for (const [text, id] of labelled) expect(classify(text)[0]?.id).toBe(id);
    expect(classify('an owl in the barn')[0]?.id).toBe('birds');
    expect(classify('sails of a ship')[0]?.id).toBe('ships');
  });

  it('names the words that speak for a class', () => {
    const classifier = openClassifier(train(corpus, allOf(corpus), recipe));
    const { evidence } = classifier.judge('a barn owl at night by a telescope');
    expect(
      evidence('birds', 2)
        .map(({ word }) => word)
        .sort(),
    ).toEqual(['barn', 'owl']);
  });

  it('is the same for the same examples', () => {
    fc.assert(
      fc.property(examples, (list) => {
        const model = () => {
          const made = corpusOf(list);
          return train(made, allOf(made), recipe);
        };
        expect(model()).toEqual(model());
      }),
      { numRuns: 30 },
    );
  });

  it('is not moved by the same text written twice over when vectors have length 1 and words occur once', () => {
    const { classify } = openClassifier(train(corpus, allOf(corpus), recipe));
    const [once, twice] = [classify('owl ship night'), classify('owl ship night owl ship night')];
    expect(twice.map(({ id }) => id)).toEqual(once.map(({ id }) => id));
    for (const [at, { score }] of once.entries()) expect(twice[at]?.score).toBeCloseTo(score, 5);
  });

  it('answers for texts without a word that it knows', () => {
    const { classify } = openClassifier(train(corpus, allOf(corpus), recipe));
    for (const text of ['', 'xyzzy', '猫頭鷹']) {
      expect(classify(text)).toHaveLength(3);
      for (const { score } of classify(text)) expect(score).not.toBeNaN();
    }
  });
});

describe('naive Bayes', () => {
  it('gives probabilities that add up to 1', () => {
    fc.assert(
      fc.property(examples, texts, (list, words) => {
        const made = corpusOf(list);
        const fits = openClassifier(train(made, allOf(made), defaultBayes)).classify(words.join(' '));
        const sum = fits.reduce((total, { probability = Number.NaN }) => total + probability, 0);
        expect(sum).toBeCloseTo(1, 9);
      }),
    );
  });

  it('computes what the formulas say', () => {
    // Two documents of class 0 with words 0, 0, 1, one of class 1 with word 1.
    const matrix = {
      width: 2,
      starts: Uint32Array.of(0, 1, 2, 3),
      features: Uint32Array.of(0, 1, 1),
      values: Float32Array.of(2, 1, 1),
    };
    const { logs, priors } = trainBayes(matrix, Uint32Array.of(0, 0, 1), 2, 0.5);
    expect([...priors].map(Math.exp)).toEqual([expect.closeTo(2 / 3), expect.closeTo(1 / 3)]);
    const expected = [2.5 / 4, 0.5 / 2, 1.5 / 4, 1.5 / 2];
    for (const [place, value] of expected.entries())
      expect(Math.exp(logs[place] as number)).toBeCloseTo(value, 6);
  });
});

describe('a recipe', () => {
  it('leaves open what nobody said', () => {
    const open = (pairs: boolean, smoothing: boolean) =>
      variants(defaultBayes, { pairs, smoothing }).map((one) => [
        one.weighting.pairs,
        one.kind === 'bayes' ? one.smoothing : undefined,
      ]);
    expect(open(false, false)).toEqual([[false, 0.01]]);
    expect(open(true, false)).toEqual([
      [false, 0.01],
      [true, 0.01],
    ]);
    expect(open(true, true)).toHaveLength(10);
    expect(variants(defaultSvmRecipe, { pairs: true, smoothing: true })).toHaveLength(2);
  });

  it('is chosen by what it gets right, with pairs only where they help', () => {
    const ordered = ['red fox', 'fox red', 'big owl', 'owl big'].flatMap((pair, kind) =>
      Array.from({ length: 6 }, (_, at) => [`${pair} ${'abc'[at % 3]}`, kind % 2 === 0 ? 'x' : 'y'] as const),
    );
    const both = variants(defaultSvmRecipe, { pairs: true, smoothing: false });
    const paired = chooseRecipe(corpusOf(ordered), both, 3);
    expect(paired.recipe.weighting.pairs).toBe(true);
    expect(paired.figures.accuracy).toBeGreaterThan(0.7);
    expect(chooseRecipe(corpusOf(ordered), both, 3)).toEqual(paired);
  });
});

describe('the support vector machine', () => {
  const points = (values: readonly number[]) => ({
    width: 1,
    starts: Uint32Array.from({ length: values.length + 1 }, (_, at) => at),
    features: new Uint32Array(values.length),
    values: Float32Array.from(values),
  });

  it('finds the optimum that can be worked out by hand', () => {
    // min ½(w² + b²) + C Σ max(0, 1 − y(wx + b))² for x = ±1: b = 0, w = 4C / (1 + 4C).
    const { weights, bias } = trainSvm(points([1, -1]), [true, false], {
      ...defaultSvm,
      cost: 2,
      tolerance: 1e-9,
    });
    expect(weights[0]).toBeCloseTo(8 / 9, 6);
    expect(bias).toBeCloseTo(0, 6);
  });

  it('comes to the same plane whether examples lie near or far, in the same units', () => {
    const settings = { ...defaultSvm, cost: 1e6, tolerance: 1e-6 };
    const near = trainSvm(points([1, 2, -1, -2]), [true, true, false, false], settings);
    const far = trainSvm(points([10, 20, -10, -20]), [true, true, false, false], settings);
    expect((near.weights[0] as number) / (far.weights[0] as number)).toBeCloseTo(10, 2);
  });

  it('meets the conditions of the optimum: no small step to any side is better', () => {
    fc.assert(
      fc.property(examples, (list) => {
        const made = corpusOf(list);
        const features = chooseFeatures(made, allOf(made), { pairs: false, idf: true, unit: true });
        const matrix = matrixOf(made, allOf(made), features);
        const positive = Array.from(made.labels, (label) => label === 1);
        const cost = 1;
        const plane = trainSvm(matrix, positive, { ...defaultSvm, cost, tolerance: 1e-8 });
        const objective = (weights: Float64Array, bias: number): number => {
          let sum = bias ** 2 / 2;
          for (const weight of weights) sum += weight ** 2 / 2;
          for (const [row, yes] of positive.entries()) {
            const { features: columns, values } = rowOf(matrix, row);
            let product = bias;
            for (const [at, column] of columns.entries())
              product += (weights[column] ?? 0) * (values[at] ?? 0);
            sum += cost * Math.max(0, 1 - (yes ? product : -product)) ** 2;
          }
          return sum;
        };
        const best = objective(plane.weights, plane.bias);
        for (let feature = 0; feature < matrix.width; feature += 1) {
          for (const step of [1e-3, -1e-3]) {
            const moved = plane.weights.slice();
            moved[feature] = (moved[feature] ?? 0) + step;
            expect(objective(moved, plane.bias)).toBeGreaterThanOrEqual(best - 1e-7);
          }
        }
        expect(objective(plane.weights, plane.bias + 1e-3)).toBeGreaterThanOrEqual(best - 1e-7);
      }),
      { numRuns: 50 },
    );
  });
});
