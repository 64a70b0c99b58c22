import { formatBytes, formatCount } from '../../../lib/base/quantity.ts';
import type { ClassifierFigures, TokeniserSettings } from '../../../lib/topic/train.ts';
import { renderFigures } from './figures.ts';
import { renderThresholds, type TriedThresholds } from './thresholds.ts';

/** What training came to. */
export interface TrainingReport {
  /** The file. */
  readonly model: string;
  readonly kind: string;
  readonly documents: number;
  readonly classes: number;
  readonly words: number;
  readonly bytes: number;
  /** How long the model itself took, without reading, choosing and cross-validation. */
  readonly seconds: number;
  readonly settings: Readonly<Record<string, number | boolean>>;
  /** How documents became words. */
  readonly tokeniser: TokeniserSettings;
  readonly folds: number;
  readonly validation: ClassifierFigures | undefined;
  readonly test: ClassifierFigures | undefined;
  readonly thresholds?: TriedThresholds;
}

export function renderTraining(report: TrainingReport): string {
  const { model, kind, documents, classes, words, bytes, seconds, validation, test } = report;
  const examples = `${formatCount(documents, 'document')} of ${formatCount(classes, 'class', 'classes')}`;
  const settings = Object.entries(report.settings).map(([name, value]) => `${name} ${value}`);
  const parts = [
    `${model}: ${kind} of ${examples}, ${formatCount(words, 'word')}, ${formatBytes(bytes)}, trained in ${seconds.toFixed(2)} s\n`,
    `settings: ${[...settings, ...describeTokeniser(report.tokeniser)].join(', ')}\n`,
  ];
  if (validation !== undefined)
    parts.push(`\ncross-validation with ${report.folds} folds\n${renderFigures(validation)}`);
  if (report.thresholds !== undefined) parts.push(renderThresholds(report.thresholds));
  if (test !== undefined) parts.push(`\ntest\n${renderFigures(test)}`);
  return parts.join('');
}

/** Nothing where words stay as they are. */
function describeTokeniser({ languages, stopWords }: TokeniserSettings): readonly string[] {
  return [
    ...(languages.length === 0 ? [] : [`stems of ${languages.join(' ')}`]),
    ...(stopWords.length === 0 ? [] : [formatCount(stopWords.length, 'stop word')]),
  ];
}
