import { loadStemmers } from '../../../lib/base/language/load-stemmers.ts';
import { printable } from '../../../lib/base/printable.ts';
import { type ChosenThreshold, importSvmLight, isSvmLight, readModel } from '../../../lib/topic/models.ts';
import {
  type ClassFit,
  type Confusion,
  fitOfMarked,
  type LinearModel,
  openClassifier,
  openConfusion,
} from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import { jsonRow } from '../../render/base/json.ts';
import { renderFigures } from '../../render/topic/figures.ts';
import { readBytes } from '../base/files.ts';
import { type Example, readJsonLines } from './json-lines.ts';

export interface LinesOptions {
  readonly model: string;
  readonly words?: string;
  readonly jsonl: string;
  readonly terms: number;
  readonly json?: boolean;
}

/** Prints the class of each document of a JSONL file, and figures for the documents whose class the file gives. */
export async function classifyLines(options: LinesOptions, io: Io): Promise<void> {
  const { model, threshold } = loadModel(options);
  await loadStemmers(model.features.tokeniser.languages);
  const onTopic = new Set(threshold?.onTopic);
  const classifier = openClassifier(model);
  const confusion: Confusion = openConfusion(model.classes);
  for await (const example of readJsonLines(options.jsonl, io)) {
    const { fits, evidence } = classifier.judge(example.text, example.language);
    const best = fits[0]?.id ?? '';
    const terms = options.terms === 0 ? [] : evidence(best, options.terms);
    if (example.class !== undefined) confusion.add(example.class, best);
    const words = terms.map(({ word }) => word);
    const relevant = threshold && fitOfMarked(model.outputs, fits, onTopic) >= threshold.value;
    io.out(options.json === true ? jsonLine(example, fits, words, relevant) : textLine(example, fits, words));
  }
  const figures = confusion.figures();
  if (figures.documents === 0) return;
  const shown = `\n${renderFigures(figures)}`;
  if (options.json === true) io.err(shown);
  else io.out(shown);
}

/** Loads a model of Winnow or of SVMlight. */
function loadModel({ model, words }: LinesOptions): {
  readonly model: LinearModel;
  readonly threshold?: ChosenThreshold;
} {
  const bytes = readBytes(model);
  if (!isSvmLight(bytes.toString('latin1', 0, 100))) {
    const { model: linear, header } = readModel(bytes, model);
    return { model: linear, ...(header.threshold === undefined ? {} : { threshold: header.threshold }) };
  }
  const file = words ?? `${model}.words`;
  return importSvmLight(bytes.toString('utf8'), model, readBytes(file).toString('utf8'), file);
}

function jsonLine(
  { line, id, class: actual }: Example,
  classes: readonly ClassFit[],
  terms: readonly string[],
  relevant: boolean | undefined,
): string {
  const found = {
    line,
    id,
    class: classes[0]?.id,
    relevant,
    actual,
    classes,
    terms: terms.length === 0 ? undefined : terms,
  };
  return jsonRow(found);
}

function textLine(
  { line, class: actual }: Example,
  classes: readonly ClassFit[],
  terms: readonly string[],
): string {
  const shown = classes.slice(0, 4).map(({ id, score, probability }, place) => {
    const value = probability === undefined ? score.toFixed(3) : probability.toFixed(4);
    return `${place === 0 ? '' : '  '}${printable(id)} ${value}`;
  });
  const others = classes.length > shown.length ? '  …' : '';
  const wrong = actual === undefined || actual === classes[0]?.id ? '' : `  (it is ${printable(actual)})`;
  const words = terms.length === 0 ? '' : `  [${terms.join(', ')}]`;
  return `${line}: ${shown.join('')}${others}${wrong}${words}\n`;
}
