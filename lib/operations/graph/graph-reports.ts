import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { Directory } from '../../capabilities/graph/directory.ts';
import { listFile } from '../../capabilities/graph/file-names.ts';
import { directoryFiles } from '../../capabilities/graph/page.ts';
import { raiseNeglected } from '../../capabilities/graph/raise-neglected.ts';
import { directoryOf } from '../../capabilities/graph/read-directory.ts';
import type { RankedPage } from '../../graph/ranks.ts';
import type { HubReport, SiteReport } from '../../graph/reports.ts';
import { classLinksOf, hubsOf, readGraph, sitesOfJob } from '../../pipeline/link-graph/read-graph.ts';
import { className, field, flag, hostText, optional, whole } from '../../pipeline/operation/input.ts';
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

const part = 'must be a number from 0 to 1';

function partField(says: string) {
  const schema = z.number(part).check(z.minimum(0, part), z.maximum(1, part));
  return field(z._default(schema, 0.15), { says, shown: 'part' });
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

/** The best hubs and authorities of each class, as pages of HTML. */
export const directory = operation({
  about: 'job',
  input: {
    top: topField('pages of each kind', 1_000, 25),
    minPages: field(z._default(whole(1, 1_000_000), 1), {
      says: 'only classes with at least <count> relevant pages',
      shown: 'count',
    }),
    authorities: partField(
      'let this <part> of the judged pages of a class, the most relevant, be authorities',
    ),
    shared: sharedField(),
  },
  effect: 'reads',
  files: {
    ...{ option: 'out', shown: 'dir', usual: 'directory', list: listFile },
    says: 'write the pages into <dir> (default: JOB-directory in the current directory)',
  },
  async run({ ports, of }, { authorities: share, shared, ...options }, { put }) {
    const asked = { ...options, share, iterations: 50, ...sharedOf(shared) };
    const made: Directory & { readonly file?: string } = await directoryOf(ports, of, asked);
    if (put === undefined) return made;
    const files = directoryFiles(made);
    put(listFile, [JSON.stringify({ v: 1, files: [...files.keys()] }, undefined, 2), '\n']);
    const [index] = [...files].map(([name, page]) => put(name, [page]));
    return { ...made, ...defined({ file: index }) };
  },
  view: ({ classes, whole: { pages }, file }) => [
    [
      ...(file === undefined ? [] : [note(file)]),
      note(`${formatCount(pages, 'relevant page')} in ${formatCount(classes.length, 'class', 'classes')}`),
    ],
  ],
});

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

/** The best hubs and authorities of a crawl; with `raise`, what good hubs link to and nobody has visited comes sooner. */
export const hubs = operation({
  about: 'job',
  input: {
    class: classField('let only pages of <class>, or a class below it, be authorities'),
    top: topField('pages of each kind', 1_000, 10),
    authorities: partField('let this <part> of the judged pages, the most relevant, be authorities'),
    iterations: field(z._default(whole(1, 500), 50), {
      says: 'iterate <count> times, 1 to 500',
      shown: 'count',
    }),
    shared: sharedField(),
    everySiteVotes: flag('count sites of one owner, or that agree on links, as voters of their own'),
    raise: flag('raise in the frontier what the best hubs link to and nobody has visited'),
  },
  effect: 'changes',
  hasNoDryRun: true,
  changes: ({ raise }) => raise,
  async run({ ports, of, settings }, { class: topicClass, authorities: share, shared, raise, ...options }) {
    const asked = { ...options, share, ...defined({ topicClass }), ...sharedOf(shared) };
    const report: HubReport & { readonly raised?: number } = await hubsOf(ports, of, asked);
    if (!raise) return report;
    const id = `asked-${ports.clock.now()}`;
    const rules = await settings(of.name);
    const raised = await readGraph(ports, of, (web) => raiseNeglected(ports, of, rules, { web, id }));
    return { ...report, raised };
  },
  inShort: ({ raised }) => ({ raised }),
  view: ({ hubs: best, authorities, neglected, groups, pages, candidates, votes, raised }) => [
    [
      note(
        `${formatCount(pages, 'page')}, ${formatCount(candidates, 'candidate')} for authorities, ${formatCount(votes, 'link')} between sites counted`,
      ),
    ],
    pageTable('hubs: pages that link to many authorities', best, 'authorities'),
    pageTable('authorities: relevant pages that many hubs link to', authorities, 'sites'),
    neglected.length === 0 ? [] : [neglectedTable(neglected)],
    groups.length === 0 ? [] : [groupTable(groups)],
    raised === undefined ? [] : [note(`${formatCount(raised, 'URL')} raised in the frontier`)],
  ],
});

function pageTable(title: string, pages: readonly RankedPage[], linked: string): readonly ViewBlock[] {
  if (pages.length === 0)
    return [
      note(title),
      note(
        'none: no site links to a candidate of another site (`--authorities 1` takes all judged pages for candidates)',
      ),
    ];
  return [
    table<RankedPage>(
      [
        { title: 'page', unit: 'url', width: 70, value: 'url' },
        { title: 'score', unit: 'number', value: ({ score }) => score.toFixed(4) },
        { title: 'relevance', unit: 'number', value: ({ relevance }) => relevance?.toFixed(2) },
        { title: 'class', value: 'best' },
        { title: linked, unit: 'count', value: 'links' },
        { title: 'depth', unit: 'count', value: 'depth' },
      ],
      pages,
      title,
    ),
  ];
}

function neglectedTable(neglected: HubReport['neglected']): ViewBlock {
  return table(
    [
      { title: 'URL', unit: 'url', width: 60, value: 'url' },
      { title: 'promise', unit: 'number', value: ({ promise }) => promise.toFixed(4) },
      { title: 'hub', unit: 'url', width: 50, value: 'hub' },
    ],
    neglected,
    'not visited, although good hubs link to them',
  );
}

const reasons = {
  owner: 'one registered domain',
  links: 'the same links',
  secluded: 'linked to by each other only',
  unsupported: 'nobody else links to them',
} as const;

function groupTable(groups: HubReport['groups']): ViewBlock {
  return table(
    [
      { title: 'sites', unit: 'count', value: ({ sites: { length } }) => length },
      { title: 'why', value: ({ reason }) => reasons[reason] },
      { title: 'for example', width: 50, value: ({ sites: named }) => named.slice(0, 3).join(', ') },
      { title: 'link to', width: 40, value: ({ linkTo }) => linkTo.slice(0, 3).join(', ') },
    ],
    groups,
    'sites that voted as one',
  );
}
