import { outlineOf, writeModel } from '../../../topic/models.ts';
import {
  type Corpus,
  chooseFeatures,
  chooseThreshold,
  defaultSvmRecipe,
  heldOutScores,
  type LinearModel,
  matrixOf,
  openClassifier,
  openCorpus,
  thresholdCurve,
  train,
} from '../../../topic/train.ts';
import type { Learner, LearnPage, Learnt, Material, NotLearnt } from './learner.ts';
import { reliableOthers } from './reliable-others.ts';
import { source } from './settings-by-examples.ts';

/** The classes of the model. */
const [good, other] = ['good', 'other'] as const;
const folds = 5;
const { weighting } = defaultSvmRecipe;

/**
 * A linear support vector machine that tells the examples from pages that are like none of them, and from what people have put
 * out. Two examples are enough, with as many other pages as can be had.
 */
export const linearLearner: Learner = {
  name: 'svm',
  about: 'a line between the examples and other pages, by their words',
  learn(material) {
    const prepared = prepare(material);
    if ('problem' in prepared) return prepared;
    const { model, corpus } = prepared;
    const notes = {
      ...{ kind: 'svm' as const, date: material.date, settings: {} },
      trainingSet: { documents: corpus.labels.length, digest: corpus.digest },
    };
    const bytes = writeModel(model, notes);
    const { digest } = outlineOf(bytes, source);
    const filter = {
      kind: 'svm' as const,
      id: 'examples',
      file: source,
      digest,
      good: [good],
      crawlOnly: [],
    };
    return { bytes, topic: { ...filter, minRelevance: thresholdOf(corpus) } } satisfies Learnt;
  },
  score(material, pages) {
    const prepared = prepare(material);
    if ('problem' in prepared) return undefined;
    const { classify } = openClassifier(prepared.model);
    return Float64Array.from(pages, ({ text, language }) => scoreOf(classify(text, language)));
  },
};

function scoreOf(fits: ReturnType<ReturnType<typeof openClassifier>['classify']>): number {
  return fits.find(({ id }) => id === good)?.score ?? 0;
}

interface Prepared {
  readonly model: LinearModel;
  readonly corpus: Corpus;
}

function prepare(material: Material): Prepared | NotLearnt {
  const { labelled } = material;
  const positive = withWords(labelled.in);
  if (positive.length === 0)
    return { problem: 'no example is in: add pages that the crawl is about with `winnow examples add`' };
  const others = [...labelled.out, ...chosenOthers(material)];
  const corpus = corpusOf(positive, others);
  if (corpus === undefined || others.length === 0)
    return {
      problem:
        'there is nothing to tell the examples from: crawl some pages first, or add pages that the crawl is not about with `winnow examples add --out`',
    };
  const rows = Uint32Array.from(corpus.labels.keys());
  const model = train(corpus, rows, defaultSvmRecipe);
  if (model.features.words.length === 0)
    return { problem: 'the examples have too few words in common with anything: add more of them' };
  return { model, corpus };
}

/** Pages without a label that are not about the topic, as far as can be told. */
function chosenOthers({ labelled, unlabelled }: Material): readonly LearnPage[] {
  const all = [...labelled.in, ...labelled.out, ...unlabelled];
  const builder = openCorpus();
  const kept = all.filter(({ text, language }) => builder.add(text, 'any', language));
  const corpus = builder.finish();
  const rows = Uint32Array.from(corpus.labels.keys());
  const matrix = matrixOf(corpus, rows, chooseFeatures(corpus, rows, weighting));
  const [ins, outs] = [new Set(labelled.in), new Set(labelled.out)];
  const rowsOf = (has: (page: LearnPage) => boolean) => kept.flatMap((page, row) => (has(page) ? [row] : []));
  const chosen = reliableOthers(matrix, {
    in: rowsOf((page) => ins.has(page)),
    out: rowsOf((page) => outs.has(page)),
    unlabelled: rowsOf((page) => !ins.has(page) && !outs.has(page)),
  });
  return chosen.map((row) => kept[row] as LearnPage);
}

function withWords(pages: readonly LearnPage[]): readonly LearnPage[] {
  const builder = openCorpus();
  return pages.filter(({ text, language }) => builder.add(text, good, language));
}

/** Undefined when one side has no words. */
function corpusOf(ins: readonly LearnPage[], others: readonly LearnPage[]): Corpus | undefined {
  const builder = openCorpus();
  for (const [name, pages] of [
    [good, ins],
    [other, others],
  ] as const)
    for (const { text, language } of pages) builder.add(text, name, language);
  const corpus = builder.finish();
  return corpus.classes.length === 2 ? corpus : undefined;
}

/** The margin with the best F1 on pages that the model has not seen; 0 where there are too few to say. */
function thresholdOf(corpus: Corpus): number {
  const isGood = Array.from(corpus.labels, (label) => corpus.classes[label] === good);
  const positive = isGood.filter(Boolean).length;
  const parts = Math.min(folds, positive, isGood.length - positive);
  if (parts < 2) return 0;
  const scores = heldOutScores(corpus, defaultSvmRecipe, parts, new Set([good]));
  return chooseThreshold(thresholdCurve(scores, isGood), { by: 'recall', least: 0.8 }).threshold;
}
