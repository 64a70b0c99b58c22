import { clip } from '../../../lib/base/printable.ts';
import { table } from './table.ts';

/** One setting as people read it. */
export interface SettingLine {
  readonly key: string;
  readonly value: string;
  readonly source: string;
}

const valueWidth = 48;

/** Settings one below the other, each with what set it. */
export function renderSettings(lines: readonly SettingLine[]): string {
  return table(
    [
      { title: 'setting', cell: ({ key }) => key },
      { title: 'value', cell: ({ value }) => clip(value, valueWidth) },
      { title: 'set by', cell: ({ source }) => source },
    ],
    lines,
  );
}
