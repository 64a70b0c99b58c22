import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { SiteReport } from '../../graph/reports.ts';
import { sitesOfJob } from '../../pipeline/graph/read-graph.ts';
import { field, whole } from '../input.ts';
import { operation } from '../operation.ts';
import { type ViewBlock, type ViewColumn, note, table } from '../view.ts';
import { classField, sharedField, sharedOf, topField } from './graph-fields.ts';

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
    const rows = table(
      [
        { title: 'site', width: 50, value: ({ site }) => site },
        { title: 'pages', unit: 'count', value: ({ pages }) => pages },
        relevantColumn(isJudged),
        { title: 'mean relevance', unit: 'number', value: ({ meanRelevance }) => meanRelevance?.toFixed(2) },
        { title: 'class', value: ({ best }) => best },
        { title: 'linked by', unit: 'count', value: ({ linkedBy }) => linkedBy },
        { title: 'rank', unit: 'number', value: ({ rank }) => rank.toFixed(4) },
        { title: 'not visited', unit: 'count', value: ({ unvisited }) => unvisited },
        { title: 'community', width: 30, value: ({ community }) => community },
        { title: 'new in 30 d', unit: 'count', value: ({ changes }) => changes?.newPages ?? 0 },
        { title: 'changes in 30 d', unit: 'number', value: ({ changes }) => changes?.changeRate?.toFixed(2) },
        { title: 'kind', value: ({ changes }) => changes?.kind },
        { title: 'last new page', unit: 'time', value: ({ lastNew }) => lastNew },
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
const relevantColumn = (isJudged: boolean): ViewColumn<{ readonly relevant: number }> => ({
  ...{ title: 'relevant', unit: 'count' },
  value: ({ relevant }) => (isJudged ? relevant : undefined),
});

function communityTable(communities: SiteReport['communities'], isJudged: boolean): ViewBlock {
  return table(
    [
      { title: 'community of', width: 50, value: ({ name }) => name },
      { title: 'sites', unit: 'count', value: ({ sites: number }) => number },
      { title: 'pages', unit: 'count', value: ({ pages }) => pages },
      relevantColumn(isJudged),
    ],
    communities,
    'sites that link to each other more than to others',
  );
}
