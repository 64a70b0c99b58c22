import { clip } from '../../base/printable.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import { note, type View } from '../../pipeline/operation/view.ts';
import type { SeedAdvice } from './seed-advice.ts';

const shown = 20;

/** A seed file: which seeds paid as comments, and pages that would be good ones, each under what speaks for it. */
export function viewSeedAdvice({ seeds, unknown, hubs, near = [], pages, further }: SeedAdvice): View {
  const comments = [
    `What each seed led to, of ${formatCount(pages, 'page')}. A page is owed to the seed of the page that linked to it first.`,
    ...(further > 0 ? [`${formatCount(further, 'page')} that came later take no part.`] : []),
    ...(unknown > 0 ? [`Of ${formatCount(unknown, 'page')} nobody knows whose they are.`] : []),
    '',
    ...paidLines(seeds.slice(0, shown)),
    ...(seeds.length > shown
      ? [`and ${formatCount(seeds.length - shown, 'seed')} more (--json has all)`]
      : []),
    '',
  ];
  const leading = hubs.flatMap(({ url, relevant, judged, hosts, unfetched }) => [
    `# ${relevant} of ${formatCount(judged, 'page')} that it leads to are relevant, on ${formatCount(hosts, 'host')}; ${formatCount(unfetched, 'link')} never fetched`,
    url,
  ]);
  const nearby = near.flatMap(({ url, anchor, on, nearness }) => [
    `# ${percent(nearness, 1)} "${clip(anchor, 80)}" on ${on}`,
    url,
  ]);
  const lines = [
    ...comments.map((line) => `# ${line}`.trimEnd()),
    leading.length === 0
      ? '# No page leads to enough relevant pages to be a seed.'
      : '# Pages that lead to relevant ones:',
    ...leading,
    ...(nearby.length === 0
      ? []
      : ['# Pages never fetched that lie near the topic by what links say of them:', ...nearby]),
  ];
  return [lines.map(note)];
}

/** A line for each seed below their heads, numbers right. */
function paidLines(seeds: SeedAdvice['seeds']): readonly string[] {
  const rows = seeds.map(({ url, pages, relevant, judged }) => [
    ...[formatNumber(pages), formatNumber(relevant), percent(relevant, judged)],
    url,
  ]);
  const heads = ['pages', 'relevant', 'harvest', 'seed'];
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  return [heads, ...rows].map((row) =>
    row.map((cell, at) => (at < heads.length - 1 ? cell.padStart(widths[at] ?? 0) : cell)).join('  '),
  );
}

function percent(part: number, all: number): string {
  return all === 0 ? '' : `${Math.round((100 * part) / all)} %`;
}
