import { clip } from '../../../lib/base/printable.ts';
import { formatNumber } from '../../../lib/base/quantity.ts';
import type { ClassifierFigures } from '../../../lib/topic/train.ts';
import { table } from '../base/table.ts';

interface Row {
  readonly id: string;
  readonly documents: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** What a classifier got right: a row for each class that there are documents of, their means, and the accuracy. */
export function renderFigures({ documents, accuracy, macro, classes }: ClassifierFigures): string {
  const micro = { precision: accuracy, recall: accuracy, f1: accuracy };
  const rows: readonly Row[] = [
    ...classes.filter((row) => row.documents > 0),
    { id: 'macro', documents, ...macro },
    { id: 'micro', documents, ...micro },
  ];
  const part = (key: 'precision' | 'recall' | 'f1') => ({
    title: key === 'f1' ? 'F1' : key,
    cell: (row: Row) => row[key].toFixed(4),
    right: true,
  });
  const columns = [
    { title: 'class', cell: ({ id }: Row) => clip(id, 40) },
    { title: 'documents', cell: (row: Row) => formatNumber(row.documents), right: true },
    part('precision'),
    part('recall'),
    part('f1'),
  ];
  return `${table(columns, rows)}accuracy ${accuracy.toFixed(4)}\n`;
}
