import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import {
  fitOfMarked,
  type LinearModel,
  openClassifier,
  outputsOf,
} from '../../../lib/topic/learn/linear-model.ts';
import { type ModelNotes, readModel, writeModel } from '../../../lib/topic/learn/model-file.ts';
import { exportSvmLight, importSvmLight } from '../../../lib/topic/learn/svmlight-model.ts';
import { defaultBayes, defaultSvmRecipe, train } from '../../../lib/topic/learn/train.ts';
import { vectoriser } from '../../../lib/topic/learn/vectorise.ts';
import { allOf, corpusOf, labelled } from './examples.ts';

const corpus = corpusOf(labelled);
const pair = corpusOf(labelled.filter(([, id]) => id !== 'stars'));
const notes: ModelNotes = {
  kind: 'svm',
  date: '2026-11-20',
  settings: { cost: 1 },
  trainingSet: { documents: corpus.labels.length, digest: corpus.digest },
};
const model = train(corpus, allOf(corpus), defaultSvmRecipe);
const bytes = writeModel(model, notes);

function faultOf(read: () => unknown): { readonly code: string; readonly message: string } {
  try {
    read();
  } catch (error) {
    if (error instanceof WinnowError) return { code: error.code, message: error.message };
    throw error;
  }
  return { code: 'none', message: '' };
}

/** A model file whose bytes were changed by someone who knows the format. */
function resigned(change: (rest: Buffer) => Buffer): Buffer {
  const whole = Buffer.from(bytes);
  const rest = change(whole.subarray(whole.indexOf('\n') + 1));
  return Buffer.concat([Buffer.from(`winnow-model 1 ${rest.length} ${hash('sha256', rest)}\n`), rest]);
}

describe('a model file', () => {
  it.each([
    ['several classes', model],
    ['two classes', train(pair, allOf(pair), defaultSvmRecipe)],
    ['naive Bayes', train(corpus, allOf(corpus), defaultBayes)],
  ])('gives back the model that went in: %s', (_, one) => {
    const read = readModel(writeModel(one, notes), 'm');
    expect(read.model).toEqual(one);
    expect(read.header).toMatchObject(notes);
  });

  it('has the same bytes for the same examples', () => {
    const again = corpusOf(labelled);
    expect(writeModel(train(again, allOf(again), defaultSvmRecipe), notes)).toEqual(bytes);
  });

  it('can be read wherever it lies in memory', () => {
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(readModel(shifted.subarray(3), 'm').model).toEqual(model);
  });

  it('is refused when it is cut off, wherever', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      const { code, message } = faultOf(() => readModel(bytes.subarray(0, length), 'm'));
      expect(code).toBe('corrupt');
      expect(message).toBe('m: it is truncated; train it again or copy it again');
    }
  });

  it('is refused when a byte of it changed', () => {
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      expect(faultOf(() => readModel(changed, 'm')).code).not.toBe('none');
    }
  });

  it.each([
    ['another file', Buffer.from('<html>'), 'corrupt', 'm: it is no model of Winnow'],
    [
      'a newer format',
      Buffer.from('winnow-model 3 10 abc\n'),
      'newer',
      'm: it has format 3 of a newer Winnow; this one reads up to 2',
    ],
    [
      'another vocabulary',
      resigned((rest) => Buffer.from(rest.toString('latin1').replace('telescope', 'horoscope'), 'latin1')),
      'corrupt',
      'm: its vocabulary is not the one that it was trained with',
    ],
    [
      'fewer numbers',
      resigned((rest) => rest.subarray(0, -8)),
      'corrupt',
      'm: its numbers are not as many as its header says',
    ],
  ])('is refused in one line: %s', (_, file, code, message) => {
    expect(faultOf(() => readModel(file, 'm'))).toEqual({ code, message });
  });
});

describe("a model of SVMlight's", () => {
  const two = train(pair, allOf(pair), defaultSvmRecipe);
  const files = exportSvmLight(two, 8);

  it('gives the same scores when it is read back', () => {
    const { model: read } = importSvmLight(files.svmlight, 'm', files.words, 'w');
    for (const [text] of labelled) {
      const [before, after] = [openClassifier(two).classify(text), openClassifier(read).classify(text)];
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(after[0]?.score).toBeCloseTo(before[0]?.score as number, 6);
    }
  });

  const threshold = { value: 0.4, by: 'f1', accepted: 3, right: 3, precision: 1, recall: 0.5, f1: 0.66 };
  it.each([
    ['the second class', ['ships']],
    ['the first class', ['birds']],
    ['both', ['birds', 'ships']],
  ])('decides as the model does with a threshold that was chosen for %s', (_, onTopic) => {
    const chosen = { ...threshold, onTopic };
    const { svmlight, words } = exportSvmLight(two, 8, chosen);
    const read = importSvmLight(svmlight, 'm', words, 'w');
    expect(read.threshold).toEqual(chosen);
    const marked = new Set(onTopic);
    const accepts = (one: LinearModel, text: string): boolean =>
      fitOfMarked(one.outputs, openClassifier(one).classify(text), marked) >= chosen.value;
    const verdicts = labelled.map(([text]) => accepts(two, text));
    expect(labelled.map(([text]) => accepts(read.model, text))).toEqual(verdicts);
    if (onTopic.length > 1) return;
    // Whoever knows nothing of ours takes what is beyond SVMlight's own threshold for the second class.
    const theirs = importSvmLight(
      svmlight.replace('words=', 'w='),
      'm',
      words.replace(/^#.*\n/, ''),
      'w',
    ).model;
    const sign = onTopic[0] === two.classes[1] ? 1 : -1;
    const margins = labelled.map(([text]) => outputsOf(theirs, vectoriser(two.features)(text))[0] as number);
    expect(margins.map((margin) => sign * margin >= 0)).toEqual(verdicts);
  });

  it('adds up the support vectors that SVMlight writes', () => {
    const lines = files.svmlight.split('\n').slice(0, 10);
    const text = [
      ...lines.slice(0, 6),
      'empty# kernel parameter -u ',
      '3 # highest feature index ',
      '9 # docs ',
      '3 # SVs',
    ];
    const svmlight = `${[...text, '0.25 # threshold b', '0.5 1:1 3:2 #', '-1.5 1:2 2:1 # note', ''].join('\n')}`;
    const { model: read } = importSvmLight(svmlight, 'm', 'owl\nship\nstar\n', 'w');
    expect([...read.weights]).toEqual([-2.5, -1.5, 1]);
    expect([...read.biases]).toEqual([-0.25]);
    expect(read.classes).toEqual(['bad', 'good']);
  });

  it.each([
    [
      'another kernel',
      files.svmlight.replace('0 # kernel type', '2 # kernel type'),
      files.words,
      /^m:2: .*linear/,
    ],
    ['truncated', files.svmlight.slice(0, -3), files.words, /^m:12: .*truncated/],
    [
      'without its vector',
      `${files.svmlight.split('\n').slice(0, 11).join('\n')}\n`,
      files.words,
      /^m:12: the file ends/,
    ],
    ['no vector', files.svmlight.replace('1:', 'x:'), files.words, /^m:12: expected alpha\*y/],
    ['other words', files.svmlight, files.words.replace('owl', 'elk'), /^w: these are not the words/],
    ['too few words', files.svmlight.replace('words=', 'w='), 'owl\n', /^w: it has 1 words/],
  ])('is refused in one line: %s', (_, svmlight, words, message) => {
    const fault = faultOf(() => importSvmLight(svmlight, 'm', words, 'w'));
    expect(fault.code).toBe('corrupt');
    expect(fault.message).toMatch(message);
  });

  it('is not made of a model that it has no place for', () => {
    expect(faultOf(() => exportSvmLight(model, 12)).code).toBe('usage');
  });
});
