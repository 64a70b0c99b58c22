import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import type { ChosenThreshold } from '../../../lib/topic/models.ts';
import type { ThresholdPoint } from '../../../lib/topic/train.ts';
import { table } from '../base/table.ts';
import { plotCurve } from './topic-plot.ts';

/** What thresholds accept in cross-validation, and the one that is kept in the model. */
export interface TriedThresholds {
  readonly onTopic: readonly string[];
  readonly documents: number;
  /** Documents that are on topic. */
  readonly good: number;
  readonly curve: readonly ThresholdPoint[];
  /** As a job has it that says nothing of it. */
  readonly usual: ThresholdPoint;
  readonly kept?: ChosenThreshold;
}

interface Row extends ThresholdPoint {
  readonly name: string;
}

/** The points of the curve that somebody chooses between: the best F1, and what a precision or a recall costs. */
export function renderThresholds({ onTopic, documents, good, curve, usual, kept }: TriedThresholds): string {
  const best = (points: readonly ThresholdPoint[], by: 'precision' | 'recall' | 'f1') =>
    points.reduce<ThresholdPoint | undefined>(
      (most, one) => (most === undefined || one[by] > most[by] ? one : most),
      undefined,
    );
  const reaching = (key: 'precision' | 'recall', other: 'precision' | 'recall', least: number) => ({
    name: `${key} ${least}`,
    point: best(
      curve.filter((one) => one[key] >= least),
      other,
    ),
  });
  const named = [
    { name: 'usual', point: usual },
    { name: 'best F1', point: best(curve, 'f1') },
    ...[0.99, 0.95, 0.9].map((least) => reaching('precision', 'recall', least)),
    ...[0.99, 0.95, 0.9].map((least) => reaching('recall', 'precision', least)),
    { name: `kept: ${kept?.by}`, point: kept && { threshold: kept.value, ...kept } },
  ];
  const rows = named.flatMap(({ name, point }): Row[] => (point === undefined ? [] : [{ ...point, name }]));
  const part = (title: string, value: (row: Row) => number) => ({
    title,
    cell: (row: Row) => value(row).toFixed(4),
    right: true,
  });
  return `\n${onTopic.join(', ')} by the threshold: ${formatCount(documents, 'document')}, ${formatNumber(good)} on topic\n${table(
    [
      { title: '', cell: ({ name }: Row) => name },
      part('threshold', ({ threshold }) => threshold),
      { title: 'accepted', cell: ({ accepted }: Row) => formatNumber(accepted), right: true },
      part('precision', ({ precision }) => precision),
      part('recall', ({ recall }) => recall),
      part('F1', ({ f1 }) => f1),
    ],
    rows,
  )}`;
}

export function plotThresholds({ curve, usual, kept, onTopic }: TriedThresholds): string {
  const cut = kept?.value ?? usual.threshold;
  return plotCurve({
    points: curve.map(({ threshold, ...figures }) => ({ at: threshold, ...figures })),
    cut,
    cutName: `${kept === undefined ? 'usual' : 'kept'} ${Number(cut.toFixed(3))}`,
    axis: `threshold of ${onTopic.join(', ')}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  });
}
