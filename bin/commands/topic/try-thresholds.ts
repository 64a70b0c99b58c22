import { WinnowError } from '../../../lib/base/error.ts';
import {
  type Corpus,
  chooseThreshold,
  heldOutScores,
  pointAt,
  type Recipe,
  type ThresholdRule,
  thresholdCurve,
} from '../../../lib/topic/train.ts';
import type { TriedThresholds } from '../../render/topic/thresholds.ts';

export interface ThresholdOptions {
  readonly folds: number;
  readonly onTopic?: readonly string[];
  readonly threshold?: number;
  readonly minPrecision?: number;
  readonly minRecall?: number;
  readonly bestF1?: boolean;
  readonly plot?: string;
}

/**
 * Evaluates thresholds by cross-validation, and chooses the threshold that the options ask for.
 * @returns undefined when no class is known to be on topic, or cross-validation is skipped, and no option asks for a threshold
 * @throws WinnowError `usage` for options that contradict each other or lack a class or cross-validation, `config` for unknown
 * classes and for a precision or recall that no threshold reaches
 */
export function tryThresholds(
  corpus: Corpus,
  recipe: Recipe,
  options: ThresholdOptions,
): TriedThresholds | undefined {
  const rule = thresholdRule(options);
  const isRequested = rule !== undefined || options.plot !== undefined || options.onTopic !== undefined;
  const onTopic = options.onTopic ?? (corpus.classes.includes('good') ? ['good'] : []);
  const unknown = onTopic.find((id) => !corpus.classes.includes(id));
  if (unknown !== undefined)
    throw new WinnowError('config', `--on-topic: no example is of the class ${unknown}`);
  if (onTopic.length === 0) {
    if (isRequested) throw new WinnowError('usage', 'give the class that is on topic with --on-topic');
    return undefined;
  }
  if (options.folds === 0) {
    if (!isRequested) return undefined;
    throw new WinnowError('usage', 'give --folds of at least 2: a threshold needs cross-validation');
  }
  const marked = new Set(onTopic);
  const good = Array.from(corpus.labels, (label) => marked.has(corpus.classes[label] as string));
  const scores = heldOutScores(corpus, recipe, options.folds, marked);
  const curve = thresholdCurve(scores, good);
  const usual = pointAt(recipe.kind === 'svm' ? 0 : 0.5, scores, good);
  const tried = { onTopic, documents: good.length, good: good.filter(Boolean).length, curve, usual };
  if (rule === undefined) return tried;
  const { threshold: value, ...figures } =
    rule.by === 'value' ? pointAt(rule.value, scores, good) : chooseThreshold(curve, rule);
  const by = 'least' in rule ? `${rule.by} ${rule.least}` : rule.by;
  return { ...tried, kept: { value, by, onTopic, ...figures } };
}

function thresholdRule({
  threshold,
  minPrecision,
  minRecall,
  bestF1,
}: ThresholdOptions): ThresholdRule | undefined {
  const rules: ThresholdRule[] = [
    ...(threshold === undefined ? [] : [{ by: 'value', value: threshold } as const]),
    ...(minPrecision === undefined ? [] : [{ by: 'precision', least: minPrecision } as const]),
    ...(minRecall === undefined ? [] : [{ by: 'recall', least: minRecall } as const]),
    ...(bestF1 === true ? [{ by: 'f1' } as const] : []),
  ];
  if (rules.length > 1)
    throw new WinnowError(
      'usage',
      'give only one of --threshold, --min-precision, --min-recall and --best-f1',
    );
  return rules[0];
}
