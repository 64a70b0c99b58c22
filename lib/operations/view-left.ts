import { formatNumber } from '../base/quantity.ts';
import { describeLeft } from '../domain/focus/work-left.ts';
import { headed, type View } from '../pipeline/operation/view.ts';
import type { Status } from '../pipeline/report/reports.ts';

/** What a crawl has left and why it waits, with the command that shows more; and where it fares badly, why and what to do. */
export function viewLeft({ left = [], health }: Pick<Status, 'left' | 'health'>, now: number): View {
  const waits = left.map((one) => {
    const { what, show } = describeLeft(one, now);
    return `${what} (\`${show}\`)`;
  });
  const since = health?.since === undefined ? '' : `, since ${formatNumber(health.since)} pages were judged`;
  const unwell = `The crawl shows ${health?.state} (${health?.cause}${since}):`;
  return [headed('Left:', waits), headed(unwell, health?.advice ?? [])];
}
