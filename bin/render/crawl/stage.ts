import type { Status } from '../../../lib/runtime/shared/installation.ts';
import { formatDuration, formatNumber } from '../base/quantity.ts';
import { clip, printable } from '../base/table.ts';

/** In which stage a job with a strategy is, and what ends it; undefined without a strategy. */
export function stageLine({ strategy }: Status): string | undefined {
  if (strategy === undefined) return undefined;
  const { stage, number, stages, objectives, sums, ended } = strategy;
  const { of, pages, relevant, targets, timeMs, yield: share } = objectives;
  const limits = [
    ...(pages === undefined ? [] : [`${formatNumber(sums.pages)} of ${formatNumber(pages)} pages`]),
    ...(relevant === undefined
      ? []
      : [`${formatNumber(sums.relevant)} of ${formatNumber(relevant)} relevant`]),
    ...(targets === undefined
      ? []
      : [`${formatNumber(sums.targets)} of ${formatNumber(targets)} targets tried`]),
    ...(timeMs === undefined ? [] : [`after ${formatDuration(timeMs)}`]),
    ...(share === undefined
      ? []
      : [`below ${share.below * 100} % relevant of ${formatNumber(share.over)} pages`]),
  ];
  const until =
    limits.length === 0
      ? 'no objective'
      : of === 'job'
        ? `ends at ${limits.join(', or ')}`
        : `ends at each site by its own objectives; all sites: ${limits.map((one) => one.replace(/ of /, ', each ')).join(', ')}`;
  const last = ended.at(-1);
  const before =
    last === undefined ? '' : `; '${printable(clip(last.name, 30))}' ended: ${printable(last.why)}`;
  return `stage ${number} of ${stages}, '${printable(clip(stage, 30))}': ${until}${before}`;
}
