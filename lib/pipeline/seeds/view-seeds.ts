import { formatNumber } from '../../base/quantity.ts';
import { failure, note, type View } from '../operation/view.ts';
import type { SeedReport } from './seed.ts';

/** What became of each seed line, the refused ones last, and the sum of it. A line that says the same as an earlier one is no fault. */
export function viewSeeds({ accepted, refused }: SeedReport): View {
  return [
    [
      ...accepted.map(({ line, url }) => note(`${line}: accepted ${url}`)),
      ...refused.map(({ line, input, reason }) => note(`${line}: refused ${input}: ${reason}`)),
      note(`${formatNumber(accepted.length)} accepted, ${formatNumber(refused.length)} refused`),
      ...(refused.some(({ sameAs }) => sameAs === undefined) ? [failure()] : []),
    ],
  ];
}
