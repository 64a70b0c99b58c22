import { leastDomains } from '../../../lib/domain/replay/compare-arms.ts';
import type { Arm, ArmsReport } from '../../../lib/runtime/shared/installation.ts';
import { formatBytes, formatDuration, formatNumber } from '../base/quantity.ts';
import { table } from '../base/table.ts';

/** Two arms beside each other, and whether they differ. */
export function renderArms(report: ArmsReport): string {
  const rows = table<Arm>(
    [
      { title: 'job', cell: ({ job }) => job },
      { title: 'policy', cell: ({ policy }) => `${policy.mode}, ${policy.order}` },
      {
        title: 'hosts',
        cell: ({ share }) => (share === undefined ? 'all' : `part ${share.part} of ${share.of}`),
      },
      { title: 'domains', cell: ({ domains }) => formatNumber(domains), right: true },
      { title: 'fetches', cell: ({ fetches }) => formatNumber(fetches), right: true },
      { title: 'judged', cell: ({ judged }) => formatNumber(judged), right: true },
      { title: 'relevant', cell: ({ relevant }) => formatNumber(relevant), right: true },
      {
        title: 'harvest',
        cell: ({ harvest, error }) =>
          `${percent(harvest)} %${error === undefined ? '' : ` ± ${percent(1.96 * error)}`}`,
        right: true,
      },
      { title: 'per relevant page', cell: costOf, right: true },
      { title: 'bytes', cell: ({ bytes }) => formatBytes(bytes), right: true },
      { title: 'time', cell: ({ spanMs }) => formatDuration(spanMs), right: true },
    ],
    report.arms,
  );
  return `${rows}\n${verdictOf(report)}\n${notes}`;
}

const notes = `- A host belongs to one arm, by a hash of its registered domain. An arm follows no link to hosts of the other: both lose those links,
  and pages that lie behind hosts of the other arm are found by neither.
- Each arm counts by its own topic. Pages with the same content count once.
- Pages of a domain are alike, so that domains are what is counted for telling chance, not pages.
`;

/** Fetches for each page that is kept. */
function costOf({ fetches, relevant }: Arm): string {
  return relevant === 0 ? '' : `${(fetches / relevant).toFixed(1)} fetches`;
}

function verdictOf({ arms, difference, interval, p, pByPages, verdict }: ArmsReport): string {
  const [first, second] = arms;
  const points = `${second.job} harvests ${percent(Math.abs(difference))} points ${difference < 0 ? 'less' : 'more'} than ${first.job}`;
  const range = interval === undefined ? '' : ` (95 % interval ${interval.map(percent).join(' to ')})`;
  const chance =
    p === undefined || pByPages === undefined
      ? ''
      : ` Chance alone brings as much with probability ${p.toPrecision(2)} (by pages alone ${pByPages.toPrecision(2)}).`;
  switch (verdict) {
    case 'first':
    case 'second':
      return `${points}${range}: that is more than chance.${chance}`;
    case 'chance':
      return `${points}${range}: that may be chance.${chance}`;
    case 'too-few':
      return `${points}${range}: with fewer than ${leastDomains} domains in an arm nobody can tell whether that is chance.`;
  }
}

function percent(part: number): string {
  return (100 * part).toFixed(1);
}
