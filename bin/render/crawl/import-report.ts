import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import type { Fate, ImportItem } from '../../../lib/config/combine-format/import-item.ts';
import { shellWord } from '../base/shell-word.ts';

/** What an import wrote and how to go on. */
export interface ImportReport {
  /** The directory, as the user may name it. */
  readonly out: string;
  readonly files: readonly string[];
  readonly items: readonly ImportItem[];
  readonly program: string;
}

const headings: readonly (readonly [Fate, string])[] = [
  ['dropped', 'Not carried over'],
  ['changed', 'Carried over, but not as it was'],
  ['needless', 'Not needed'],
];

/** What was left behind first, since somebody has to look at it. */
export function renderImport({ out, files, items, program }: ImportReport): string {
  const sections = headings.flatMap(([fate, heading]) => {
    const found = items.filter((item) => item.fate === fate);
    return found.length === 0 ? [] : [`${heading}:\n${found.map(renderItem).join('')}`];
  });
  const carried = items.filter(({ fate }) => fate === 'carried').length;
  return [
    `${out}: ${files.join(', ')}\n`,
    ...sections,
    `${formatCount(carried, 'setting')} carried over as they were. Look through ${out}/job.yaml, then: ${program} crawl --job ${shellWord(out)}\n`,
  ].join('\n');
}

function renderItem({ source, name, value, key, note }: ImportItem): string {
  const set = value === undefined || value === '' ? name : `${name} = ${value}`;
  const place = key === undefined ? '' : ` → ${key}`;
  return `  ${source === undefined ? '' : `${source}: `}${printable(set)}${place}\n    ${printable(note)}\n`;
}
