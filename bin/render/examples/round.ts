import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import type { RoundReport } from '../../../lib/runtime/shared/installation.ts';
import { roundTable } from './lists.ts';
import { matchLines } from './rules.ts';

/** What beginning a round did. */
export function renderRound({
  round,
  taken,
  problem,
  ownTopic,
  before,
  seeds,
  matches,
}: RoundReport): string {
  const lines = [`round ${round.number}\n`];
  for (const { side, added, failed } of taken) {
    lines.push(`  ${formatCount(added.length, 'answer')} ${side === 'in' ? 'accepted' : 'rejected'}\n`);
    for (const one of failed)
      lines.push(`  ${printable(one.source)}: nothing is learnt of it: ${printable(one.problem)}\n`);
  }
  lines.push(
    `  learnt of ${formatCount(round.in, 'page')} in, ${round.out} out and ${formatCount(round.unlabelled, 'page')} without a label\n`,
  );
  if (round.accuracy !== undefined) {
    const { labelled, precision, recall, f1 } = round.accuracy;
    lines.push(
      `  on ${formatCount(labelled, 'page')} that people judged: precision ${percent(precision)}, recall ${percent(recall)}, F1 ${f1.toFixed(2)} (cross-validated)\n`,
    );
  }
  if (problem !== undefined)
    lines.push(
      `  no topic yet: ${problem}\n  this round keeps every page of the scope: crawl some, then begin the next round\n`,
    );
  else if (ownTopic)
    lines.push(
      '  the job has a topic of its own in job.yaml, which stays; `winnow examples model FILE` writes what was learnt\n',
    );
  if (seeds.accepted.length > 0) lines.push(`  ${formatCount(seeds.accepted.length, 'seed')}\n`);
  for (const line of matchLines(matches)) lines.push(`  ${line}`);
  if (before.length > 0) lines.push(`\nso far\n${roundTable(before)}`);
  return lines.join('');
}

function percent(part: number): string {
  return `${Math.round(100 * part)} %`;
}
