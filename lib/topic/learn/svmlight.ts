import { WinnowError } from '../../base/error.ts';

/** A linear SVMlight model: positive where weights · x > threshold. */
export interface SvmLightModel {
  /** By feature number, which begin at 1; 0 is not used. */
  readonly weights: Float64Array;
  readonly threshold: number;
  /** Its free text (`-u`), where we keep the digest of the vocabulary. */
  readonly note: string;
}

/** Larger numbers are no features: memory would be taken for all below. */
const mostFeatures = 50_000_000;

/**
 * A model in SVMlight's text format (version 6.02), with a single support vector: the weights.
 * @param documents how many it was trained with
 */
export function writeSvmLight({ weights, threshold, note }: SvmLightModel, documents: number): string {
  const vector: string[] = [];
  for (const [feature, weight] of weights.entries()) if (weight !== 0) vector.push(`${feature}:${weight}`);
  return [
    'SVM-light Version V6.02',
    '0 # kernel type',
    '3 # kernel parameter -d ',
    '1 # kernel parameter -g ',
    '1 # kernel parameter -s ',
    '1 # kernel parameter -r ',
    `${note}# kernel parameter -u `,
    `${weights.length - 1} # highest feature index `,
    `${documents} # number of training documents `,
    '2 # number of support vectors plus 1 ',
    `${threshold} # threshold b, each following line is a SV (starting with alpha*y)`,
    `1 ${vector.join(' ')} #`,
    '',
  ].join('\n');
}

/** Whether a file is a model of SVMlight's. */
export function isSvmLight(text: string): boolean {
  return text.startsWith('SVM-light Version');
}

/**
 * Reads a model of SVMlight's with a linear kernel; its support vectors are added up.
 * @param name of the file, for messages
 * @throws WinnowError `corrupt`, naming the line: another kernel, a line that is no support vector, fewer than there
 * should be
 */
export function readSvmLight(text: string, name: string): SvmLightModel {
  const lines = text.split(/\r?\n/);
  const fail = (line: number, problem: string): never => {
    throw new WinnowError('corrupt', `${name}:${line}: ${problem}`);
  };
  const value = (line: number): number => {
    const number = Number.parseFloat(lines[line - 1] ?? '');
    return Number.isFinite(number) ? number : fail(line, 'expected a number');
  };
  if (!isSvmLight(text)) fail(1, 'expected "SVM-light Version"');
  if (!text.endsWith('\n')) fail(lines.length, 'the file ends within a line; it is truncated');
  if (value(2) !== 0) fail(2, 'its kernel is not linear; only linear ones can be used');
  const highest = value(8);
  const vectors = value(10) - 1;
  const threshold = value(11);
  if (!(highest >= 0 && highest <= mostFeatures)) fail(8, `expected at most ${mostFeatures} features`);
  const weights = new Float64Array(highest + 1);
  for (let line = 12; line < 12 + vectors; line += 1) {
    const [factor = '', ...pairs] = (lines[line - 1] ?? '').split('#', 1)[0]?.trim().split(/\s+/) ?? [];
    if (factor === '') fail(line, `the file ends; expected ${vectors} support vectors`);
    if (!addVector(weights, Number(factor), pairs)) fail(line, 'expected alpha*y, then FEATURE:VALUE');
  }
  return { weights, threshold, note: (lines[6] ?? '').split('#', 1)[0]?.trim() ?? '' };
}

function addVector(weights: Float64Array, factor: number, pairs: readonly string[]): boolean {
  if (!Number.isFinite(factor)) return false;
  return pairs.every((pair) => {
    const colon = pair.indexOf(':');
    const feature = Number(pair.slice(0, colon));
    const value = Number(pair.slice(colon + 1));
    if (colon < 1 || !(feature > 0 && feature < weights.length) || !Number.isFinite(value)) return false;
    weights[feature] = (weights[feature] as number) + factor * value;
    return true;
  });
}
