import { clip } from '../../../lib/base/printable.ts';
import { formatBytes, formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import {
  type AddedDocument,
  type Cluster,
  type ClusterModel,
  type ItemSet,
  type MinedItemSets,
  rateOf,
} from '../../../lib/topic/cluster.ts';
import { fields, table } from '../base/table.ts';

/** A cluster as people see it. */
export interface ClusterRow
  extends Pick<
    Cluster,
    'id' | 'label' | 'parent' | 'documents' | 'autoIn' | 'isRelevant' | 'topTerms' | 'itemSets'
  > {
  /** The part of its pages that is auto-in. */
  readonly rate: number;
}

/** Clusters with pages, those with the largest part of auto-in pages first. */
export function clusterRows({ clusters }: ClusterModel): readonly ClusterRow[] {
  return clusters
    .filter(({ documents }) => documents > 0)
    .map(({ supports: _, centroid: __, least: ___, ...one }) => ({ ...one, rate: rateOf(one) }))
    .sort((a, b) => b.rate - a.rate || b.documents - a.documents);
}

interface Indexed {
  readonly index: string;
  readonly pages: number;
  readonly terms: number;
  readonly postings: number;
  readonly counts: Readonly<Record<AddedDocument, number>>;
  readonly maxPages: number;
}

export function renderIndexed({ index, pages, terms, postings, counts, maxPages }: Indexed): string {
  const { added, changed, same, empty, full } = counts;
  return fields([
    ['index', clip(index, 200)],
    ['pages', `${formatNumber(pages)}: ${added} added, ${changed} changed, ${same} as before`],
    ['left out', empty === 0 ? undefined : `${formatCount(empty, 'page')} without words`],
    [
      'no room',
      full === 0
        ? undefined
        : `${formatCount(full, 'page')} left out: the index may have ${formatNumber(maxPages)} (--max-pages)`,
    ],
    ['terms', `${formatNumber(terms)} in ${formatNumber(postings)} places`],
  ]);
}

interface Sets extends Omit<MinedItemSets, 'itemSets'> {
  readonly found: number;
  readonly itemSets: readonly ItemSet[];
}

export function renderSets(sets: Sets): string {
  const { units, minCount, found, itemSets } = sets;
  const rows = table(
    [
      { title: 'support', cell: ({ support }: ItemSet) => `${percent(support / units)}`, right: true },
      { title: 'units', cell: ({ support }: ItemSet) => formatNumber(support), right: true },
      { title: 'items', cell: ({ items }: ItemSet) => clip(items.join(' + '), 100) },
    ],
    itemSets,
  );
  const head = `${formatCount(found, 'item set')} in at least ${formatNumber(minCount)} of ${formatNumber(units)} units${warningOf(sets)}\n`;
  return `${head}\n${rows}`;
}

/** Why item sets are missing. */
function warningOf({ stopped, completeUpTo }: Pick<MinedItemSets, 'stopped' | 'completeUpTo'>): string {
  if (stopped === undefined) return '';
  return stopped === 'time'
    ? '; there are more, mining took too long: raise --min-support'
    : `; only those of up to ${formatCount(completeUpTo, 'item')}, longer ones are too many: raise --min-support or --max-sets`;
}

interface Made {
  readonly model: string;
  readonly bytes: number;
  readonly method: string;
  readonly iterations: number;
  readonly seconds: number;
  readonly pages: number;
  readonly autoIn: number;
  readonly unclassified: number;
  readonly itemSets: Omit<MinedItemSets, 'itemSets'> & { readonly found: number };
  readonly clusters: readonly ClusterRow[];
}

export function renderMade(made: Made): string {
  const { model, bytes, method, iterations, seconds, pages, autoIn, unclassified, itemSets, clusters } = made;
  const head = fields([
    ['model', `${clip(model, 200)} (${formatBytes(bytes)})`],
    ['method', `${method}, ${formatCount(iterations, 'round')}, ${seconds.toFixed(1)} s`],
    ['pages', `${formatNumber(pages)}, ${formatNumber(autoIn)} of them auto-in`],
    ['in no cluster', unclassified === 0 ? undefined : formatCount(unclassified, 'page')],
    [
      'item sets',
      `${formatNumber(itemSets.found)} in at least ${formatNumber(itemSets.minCount)} of ${formatNumber(itemSets.units)} units${warningOf(itemSets)}`,
    ],
    ['warning', warningOfClusters(made)],
  ]);
  return `${head}\n${clusterTable(clusters)}`;
}

function warningOfClusters({ autoIn, clusters, pages }: Made): string | undefined {
  if (autoIn === 0) return 'no page is auto-in, so no cluster is relevant: give --auto-in or --examples';
  if (autoIn === pages) return 'all pages are auto-in, so all clusters are relevant: index other pages, too';
  return clusters.some(({ isRelevant }) => isRelevant) ? undefined : 'no cluster is relevant';
}

interface Shown extends Pick<Made, 'model' | 'method' | 'pages' | 'autoIn' | 'clusters'> {
  readonly measure: string;
  readonly date: string;
}

export function renderModel({ model, method, measure, date, pages, autoIn, clusters }: Shown): string {
  const head = fields([
    ['model', clip(model, 200)],
    ['made', `${date} by ${method}, judges by ${measure}`],
    ['pages', `${formatNumber(pages)}, ${formatNumber(autoIn)} of them auto-in`],
  ]);
  return `${head}\n${clusterTable(clusters)}`;
}

function clusterTable(clusters: readonly ClusterRow[]): string {
  return table(
    [
      { title: 'cluster', cell: ({ id }: ClusterRow) => clip(id, 40) },
      { title: 'pages', cell: ({ documents }: ClusterRow) => formatNumber(documents), right: true },
      { title: 'auto-in', cell: ({ autoIn }: ClusterRow) => formatNumber(autoIn), right: true },
      { title: 'rate', cell: ({ rate }: ClusterRow) => percent(rate), right: true },
      { title: '', cell: ({ isRelevant }: ClusterRow) => (isRelevant ? 'relevant' : '') },
      { title: 'terms', cell: ({ topTerms }: ClusterRow) => clip(topTerms.slice(0, 8).join(' '), 80) },
    ],
    clusters,
  );
}

function percent(part: number): string {
  return `${Number((100 * part).toPrecision(3))} %`;
}
