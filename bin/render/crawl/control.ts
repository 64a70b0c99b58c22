import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import type { EraseReport } from '../../../lib/runtime/shared/installation.ts';
import { fields } from '../base/table.ts';

/** What was erased, or would be. */
export function renderErased(
  { job, hosts, documents, bundles, texts, offTopic, staged, kept }: EraseReport,
  isDryRun: boolean,
): string {
  const lines = [
    ['hosts', formatCount(hosts, 'host')],
    [
      'raw documents',
      bundles === 0
        ? formatNumber(documents)
        : `${formatNumber(documents)} in ${formatCount(bundles, 'bundle')}`,
    ],
    ['texts of pages', `${formatNumber(texts)} in changes objects, which say \`deleted\` in their place`],
    ['off-topic pages', offTopic === 0 ? undefined : formatNumber(offTopic)],
    ['never committed', staged === 0 ? undefined : `contents of ${formatCount(staged, 'turn')}`],
    [
      'stay',
      kept === 0 ? undefined : `${formatCount(kept, 'text')} of records that pages of other hosts hold`,
    ],
  ] as const;
  return `${job}: ${isDryRun ? 'would be erased' : 'erased'}\n${fields(lines)}`;
}
