import { formatDuration, formatNumber } from '../../../lib/base/quantity.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';
import { clip, printable } from '../base/table.ts';

/** In which stage a job with a strategy is, and what ends it; undefined without a strategy. */
export function stageLine({ strategy }: Status): string | undefined {
  if (strategy === undefined) return undefined;
  const { stage, number, stages, objectives, ended } = strategy;
  const limits = limitsOf(strategy);
  const ends = limits.length === 0 ? 'no objective' : `ends at ${limits.join(', or ')}`;
  const whose =
    objectives.of === 'site'
      ? `each site goes on by itself; this stage ${ends} (\`winnow strategy\` shows each)`
      : ends;
  const last = ended.at(-1);
  const before =
    last === undefined ? '' : `; '${printable(clip(last.name, 30))}' ended: ${printable(last.why)}`;
  return `stage ${number} of ${stages}, '${printable(clip(stage, 30))}': ${whose}${before}`;
}

/** The limits of a stage, those of a job with how far it is. */
function limitsOf({ objectives, sums }: NonNullable<Status['strategy']>): readonly string[] {
  const { of, pages, relevant, targets, timeMs, yield: share } = objectives;
  const limit = (now: number, most: number | undefined, what: string): readonly string[] =>
    most === undefined
      ? []
      : [`${of === 'job' ? `${formatNumber(now)} of ` : ''}${formatNumber(most)} ${what}`];
  return [
    ...limit(sums.pages, pages, 'pages'),
    ...limit(sums.relevant, relevant, 'relevant pages'),
    ...limit(sums.targets, targets, 'targets tried'),
    ...(timeMs === undefined ? [] : [`the end of ${formatDuration(timeMs)}`]),
    ...(share === undefined
      ? []
      : [`less than ${share.below * 100} % relevant of ${formatNumber(share.over)} pages`]),
  ];
}
