import { clip, printable } from '../../../lib/base/printable.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import type { InfoHub } from '../../../lib/capabilities/examples/set/info-hubs.ts';
import type { LearntFigures } from '../../../lib/capabilities/examples/set/job-examples.ts';
import type { Nearness, RankedNearPage } from '../../../lib/capabilities/examples/set/neighbours.ts';
import type { PureSite } from '../../../lib/capabilities/examples/set/pure-sites.ts';
import type { NearReport, SiteApproved } from '../../../lib/runtime/shared/installation.ts';
import { table } from '../base/table.ts';

const nearness: Readonly<Record<Nearness, string>> = {
  linked: 'it is linked',
  links: 'it links here',
  beside: 'linked beside it',
};

/** Pages near an example. */
export function renderNear({ url, terms, looked, near }: NearReport): string {
  const words = terms.slice(0, 8).map(({ term }) => term);
  const head = `${formatCount(looked, 'page')} near ${printable(url)}; words of the topic: ${printable(words.join(', '))}\n`;
  if (near.length === 0) return `${head}none has a title with such words\n`;
  const rows = table(
    [
      { title: 'page', cell: (one: RankedNearPage) => printable(one.url) },
      { title: 'title', cell: ({ title, isTitle }) => `${isTitle ? '' : '→ '}${clip(title, 40)}` },
      { title: 'words', cell: (one) => clip(one.words.join(', '), 40) },
      { title: 'near', cell: (one) => nearness[one.nearness] },
    ],
    near,
  );
  return `${head}${rows}add what is right with \`winnow examples add URL…\`\n`;
}

/** Pages that link to many accepted and relevant pages. */
export function renderHubsOf(hubs: readonly InfoHub[]): string {
  if (hubs.length === 0) return 'no page links to three pages that were accepted or are on topic\n';
  return table(
    [
      { title: 'page', cell: ({ url }: InfoHub) => printable(url) },
      { title: 'accepted', right: true, cell: ({ accepted }) => formatNumber(accepted) },
      { title: 'on topic', right: true, cell: ({ relevant }) => formatNumber(relevant) },
      { title: 'not visited', right: true, cell: ({ unvisited }) => formatNumber(unvisited) },
      { title: 'own relevance', right: true, cell: ({ own }) => own?.toFixed(2) ?? '' },
    ],
    hubs,
  );
}

/** Sites of which most is on topic. */
export function renderSitesOf(sites: readonly PureSite[]): string {
  if (sites.length === 0) return 'no site has three judged pages of which some are on topic and new\n';
  const rows = table(
    [
      { title: 'site', cell: ({ host }: PureSite) => printable(host) },
      { title: 'judged', right: true, cell: ({ judged }) => formatNumber(judged) },
      { title: 'on topic', right: true, cell: ({ relevant }) => formatNumber(relevant) },
      { title: 'new examples', right: true, cell: ({ pages }) => formatNumber(pages.length) },
    ],
    sites,
  );
  return `${rows}\`winnow examples approve SITE\` makes the best pages of a site examples\n`;
}

/** What approving a site did. */
export function renderApproved({ site, added, before, after }: SiteApproved): string {
  const head = `${formatCount(added.added.length, 'example')} of ${printable(site.host)}\n`;
  if (before === undefined || after === undefined)
    return `${head}before and after cannot be compared: reject some pages first\n`;
  return `${head}on ${formatCount(before.labelled, 'page')} that people judged: before ${figures(before)}, after ${figures(after)}\n`;
}

function figures({ precision, recall, f1 }: LearntFigures): string {
  return `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}, F1 ${f1.toFixed(2)}`;
}
