import { formatBytes, formatDuration, formatNumber } from '../../../lib/base/quantity.ts';
import { harvestPercent } from '../../../lib/domain/focus/harvest-counts.ts';
import type { StopProgress } from '../../../lib/domain/focus/stop-rules.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';

/** How the harvest stands, on one line; undefined without a topic or a page. */
export function harvestLine({ health }: Status): string | undefined {
  if (health?.recent === undefined || health.usual === undefined) return undefined;
  const { kept, judged, recent, usual, state } = health;
  const all = `${harvestPercent(kept / judged)}: ${formatNumber(kept)} of ${formatNumber(judged)} pages judged were kept`;
  return `${all}; ${harvestPercent(recent)} lately (usually ${harvestPercent(usual)}): ${state}`;
}

/** Why a crawl fares badly and what to do, as a paragraph; empty for one that fares well. */
export function unwell({ health }: Status): string {
  if (health === undefined || health.advice.length === 0) return '';
  const since = health.since === undefined ? '' : `, since ${formatNumber(health.since)} pages were judged`;
  const lines = health.advice.map((line) => `  ${line}\n`).join('');
  return `\nThe crawl shows ${health.state} (${health.cause}${since}):\n${lines}`;
}

/** The rules by which a job stops, each with how far the crawl is. */
export function stopLine({ stop }: Status): string | undefined {
  return stop?.map(ruleText).join(', ');
}

function ruleText({ rule, limit, now }: StopProgress): string {
  switch (rule) {
    case 'pages':
      return `after ${formatNumber(limit)} pages (${formatNumber(now ?? 0)})`;
    case 'bytes':
      return `after ${formatBytes(limit)} (${formatBytes(now ?? 0)})`;
    case 'timeMs':
      return `after ${formatDuration(limit)} (${formatDuration(now ?? 0)})`;
    case 'dollars':
      return `at $${limit} (${now === undefined ? 'nothing is billed on one machine: not applicable' : `$${now.toFixed(4)}`})`;
    case 'harvest':
      return `below a harvest of ${harvestPercent(limit)} (${now === undefined ? 'too few pages yet' : harvestPercent(now)})`;
  }
}
