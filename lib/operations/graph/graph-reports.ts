import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { SiteReport } from '../../graph/reports.ts';
import { classLinksOf, sitesOfJob } from '../../pipeline/link-graph/read-graph.ts';
import { className, field, hostText, optional, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { note, table, type ViewBlock, type ViewColumn } from '../../pipeline/operation/view.ts';

/** What reports on the link graph have in common. */
function classField(says: string) {
  return field(optional(className()), { says, shown: 'class' });
}

function topField(what: string, most: number, usual: number) {
  const says = `list <count> ${what}, 1 to ${most}`;
  return field(z._default(whole(1, most), usual), { says, shown: 'count' });
}

const sharedField = () =>
  field(optional(z.array(hostText(), 'must be a list of hosts')), {
    says: 'on <host> and its subdomains each first folder is a site (may be repeated)',
    ...{ flag: 'shared-host', shown: 'host' },
  });

function sharedOf(hosts: readonly string[] | undefined) {
  return hosts === undefined ? {} : { shared: new Set(hosts) };
}

/** The sites of a crawl with what was found there. */
export const sites = operation({
  about: 'job',
  input: {
    class: classField('only pages of <class>, or a class below it, count as relevant'),
    top: topField('sites', 10_000, 20),
    minPages: field(z._default(whole(1, 1_000_000), 1), {
      says: 'only sites with at least <count> visited pages',
      shown: 'count',
    }),
    sort: field(z._default(z.enum(['relevant', 'density', 'rank', 'pages']), 'relevant'), {
      says: 'largest first by relevant pages, mean relevance, rank or pages',
      shown: 'by',
    }),
    shared: sharedField(),
  },
  effect: 'reads',
  run: ({ ports, of }, { class: topicClass, shared, ...options }) =>
    sitesOfJob(ports, of, { ...options, ...defined({ topicClass }), ...sharedOf(shared) }),
  view({ sites: listed, communities, known, large }) {
    const isJudged = listed.some(({ judged }) => judged > 0);
    const rows = table<SiteReport['sites'][number]>(
      [
        { title: 'site', width: 50, value: 'site' },
        { title: 'pages', unit: 'count', value: 'pages' },
        relevantColumn(isJudged),
        { title: 'mean relevance', unit: 'number', value: ({ meanRelevance }) => meanRelevance?.toFixed(2) },
        { title: 'class', value: 'best' },
        { title: 'linked by', unit: 'count', value: 'linkedBy' },
        { title: 'rank', unit: 'number', value: ({ rank }) => rank.toFixed(4) },
        { title: 'not visited', unit: 'count', value: 'unvisited' },
        { title: 'community', width: 30, value: 'community' },
        { title: 'new in 30 d', unit: 'count', value: ({ changes }) => changes?.newPages ?? 0 },
        { title: 'changes in 30 d', unit: 'number', value: ({ changes }) => changes?.changeRate?.toFixed(2) },
        { title: 'kind', value: ({ changes }) => changes?.kind },
        { title: 'last new page', unit: 'time', value: 'lastNew' },
      ],
      listed,
    );
    const small = known - large;
    const rest = small === 0 ? '' : `, ${formatNumber(small)} of them too small for this list`;
    const counted = note(`${formatCount(known, 'site')} with pages${rest}`);
    if (communities.length === 0) return [[rows, counted]];
    return [[rows], [communityTable(communities, isJudged)], [counted]];
  },
});

/** Empty without a topic: no page was judged. */
const relevantColumn = <R extends { readonly relevant: number }>(isJudged: boolean): ViewColumn<R> => ({
  ...{ title: 'relevant', unit: 'count' },
  value: ({ relevant }) => (isJudged ? relevant : undefined),
});

function communityTable(communities: SiteReport['communities'], isJudged: boolean): ViewBlock {
  return table<SiteReport['communities'][number]>(
    [
      { title: 'community of', width: 50, value: 'name' },
      { title: 'sites', unit: 'count', value: 'sites' },
      { title: 'pages', unit: 'count', value: 'pages' },
      relevantColumn(isJudged),
    ],
    communities,
    'sites that link to each other more than to others',
  );
}

/** How the classes of a topic link to each other, and the pages that join two of them. */
export const links = operation({
  about: 'job',
  input: {
    fromClass: classField('only links of pages of <class>, or a class below it'),
    toClass: classField('only links to pages of <class>, or a class below it'),
    top: topField('lines of each kind', 1_000, 20),
    shared: sharedField(),
  },
  effect: 'reads',
  run: ({ ports, of }, { fromClass: from, toClass: to, top, shared }) =>
    classLinksOf(ports, of, { top, ...defined({ from, to }), ...sharedOf(shared) }),
  view({ classes, joining }) {
    if (classes.length === 0) return [[note('no page with a class links to another one')]];
    const rows = table(
      [
        { title: 'from', value: 'from' },
        { title: 'to', value: 'to' },
        { title: 'links', unit: 'count', value: 'links' },
        { title: 'between sites', unit: 'count', value: 'betweenSites' },
        {
          title: 'answered',
          unit: 'number',
          value: ({ answered, betweenSites }) =>
            betweenSites === 0 ? '' : `${Math.round((100 * answered) / betweenSites)} %`,
        },
      ],
      classes,
    );
    if (joining === undefined) return [[rows]];
    const pages = table(
      [
        { title: 'joining page', unit: 'url', width: 60, value: 'url' },
        { title: 'links', unit: 'count', value: 'links' },
        { title: 'for example to', unit: 'url', width: 60, value: 'example' },
      ],
      joining,
    );
    return [[rows], [pages]];
  },
});
