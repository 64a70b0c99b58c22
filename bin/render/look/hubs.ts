import { clip, printable } from '../../../lib/base/printable.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import type { RankedPage } from '../../../lib/graph/ranks.ts';
import type { HubReport } from '../../../lib/graph/reports.ts';
import { table } from '../base/table.ts';

/** Tables of hubs, authorities and neglected URLs, and the groups of sites that voted as one. */
export function renderHubs(report: HubReport & { readonly raised?: number }): string {
  const { hubs, authorities, neglected, groups, pages, candidates, votes, raised } = report;
  const counted = `${formatCount(pages, 'page')}, ${formatCount(candidates, 'candidate')} for authorities, ${formatCount(votes, 'link')} between sites counted\n`;
  return [
    counted,
    `hubs: pages that link to many authorities\n${pageTable(hubs, 'authorities')}`,
    `authorities: relevant pages that many hubs link to\n${pageTable(authorities, 'sites')}`,
    ...(neglected.length === 0 ? [] : [neglectedTable(neglected)]),
    ...(groups.length === 0 ? [] : [groupTable(groups)]),
    ...(raised === undefined ? [] : [`${formatCount(raised, 'URL')} raised in the frontier\n`]),
  ].join('\n');
}

const score = (value: number): string => value.toFixed(4);

function pageTable(pages: readonly RankedPage[], links: string): string {
  if (pages.length === 0)
    return 'none: no site links to a candidate of another site (`--authorities 1` takes all judged pages for candidates)\n';
  return table(
    [
      { title: 'page', cell: ({ url }) => clip(url, 70) },
      { title: 'score', right: true, cell: (one) => score(one.score) },
      { title: 'relevance', right: true, cell: ({ relevance }) => relevance?.toFixed(2) ?? '' },
      { title: 'class', cell: ({ best }) => printable(best ?? '') },
      { title: links, right: true, cell: (one) => formatNumber(one.links) },
      { title: 'depth', right: true, cell: ({ depth }) => formatNumber(depth) },
    ],
    pages,
  );
}

function neglectedTable(neglected: HubReport['neglected']): string {
  const rows = table(
    [
      { title: 'URL', cell: ({ url }) => clip(url, 60) },
      { title: 'promise', right: true, cell: ({ promise }) => score(promise) },
      { title: 'hub', cell: ({ hub }) => clip(hub, 50) },
    ],
    neglected,
  );
  return `not visited, although good hubs link to them\n${rows}`;
}

const reasons = {
  owner: 'one registered domain',
  links: 'the same links',
  secluded: 'linked to by each other only',
  unsupported: 'nobody else links to them',
} as const;

function groupTable(groups: HubReport['groups']): string {
  const rows = table(
    [
      { title: 'sites', right: true, cell: ({ sites }) => formatNumber(sites.length) },
      { title: 'why', cell: ({ reason }) => reasons[reason] },
      { title: 'for example', cell: ({ sites }) => clip(sites.slice(0, 3).join(', '), 50) },
      { title: 'link to', cell: ({ linkTo }) => clip(linkTo.slice(0, 3).join(', '), 40) },
    ],
    groups,
  );
  return `sites that voted as one\n${rows}`;
}
