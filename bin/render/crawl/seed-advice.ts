import { clip, printable } from '../../../lib/base/printable.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import type { SeedAdvice } from '../../../lib/runtime/shared/installation.ts';
import { table } from '../base/table.ts';

const shown = 20;

/** A seed file: which seeds paid as comments, and pages that would be good ones, each under what speaks for it. */
export function renderSeedAdvice(advice: SeedAdvice): string {
  const { seeds, unknown, hubs, near = [], pages, further } = advice;
  const rows = table(
    [
      { title: 'pages', cell: (seed) => formatNumber(seed.pages), right: true },
      { title: 'relevant', cell: (seed) => formatNumber(seed.relevant), right: true },
      { title: 'harvest', cell: ({ relevant, judged }) => percent(relevant, judged), right: true },
      { title: 'seed', cell: ({ url }) => url },
    ],
    seeds.slice(0, shown),
  );
  const notes = [
    `What each seed led to, of ${formatCount(pages, 'page')}. A page is owed to the seed of the page that linked to it first.`,
    ...(further > 0 ? [`${formatCount(further, 'page')} that came later take no part.`] : []),
    ...(unknown > 0 ? [`Of ${formatCount(unknown, 'page')} nobody knows whose they are.`] : []),
  ];
  const more =
    seeds.length > shown ? [`and ${formatCount(seeds.length - shown, 'seed')} more (--json has all)`] : [];
  const comments = [...notes, '', ...rows.trimEnd().split('\n'), ...more, ''].map((line) =>
    `# ${line}`.trimEnd(),
  );
  const proposals = hubs.flatMap(({ url, relevant, judged, hosts, unfetched }) => [
    `# ${relevant} of ${formatCount(judged, 'page')} that it leads to are relevant, on ${formatCount(hosts, 'host')}; ${formatCount(unfetched, 'link')} never fetched`,
    url,
  ]);
  const head =
    hubs.length === 0
      ? '# No page leads to enough relevant pages to be a seed.'
      : '# Pages that lead to relevant ones:';
  const nearby = near.flatMap(({ url, anchor, on, nearness }) => [
    `# ${percent(nearness, 1)} "${clip(anchor, 80)}" on ${printable(on)}`,
    url,
  ]);
  const title = '# Pages never fetched that lie near the topic by what links say of them:';
  return `${[...comments, head, ...proposals, ...(nearby.length > 0 ? [title, ...nearby] : [])].join('\n')}\n`;
}

function percent(part: number, all: number): string {
  return all === 0 ? '' : `${Math.round((100 * part) / all)} %`;
}
