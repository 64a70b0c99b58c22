import { printable } from '../../../lib/base/printable.ts';
import { formatNumber } from '../../../lib/base/quantity.ts';
import type { SeedReport } from '../../../lib/runtime/shared/installation.ts';

/** What became of each seed line, the refused ones last, and the sum of it. */
export function renderSeeds({ accepted, refused }: SeedReport): string {
  const lines = [
    ...accepted.map(({ line, url }) => `${line}: accepted ${url}\n`),
    ...refused.map(({ line, input, reason }) => `${line}: refused ${printable(input)}: ${reason}\n`),
  ];
  return `${lines.join('')}${formatNumber(accepted.length)} accepted, ${formatNumber(refused.length)} refused\n`;
}
