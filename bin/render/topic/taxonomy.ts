import { clip, printable } from '../../../lib/base/printable.ts';
import { formatBytes, formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import type { ShownClass as ClassOfJob } from '../../../lib/capabilities/taxonomy/operations/look.ts';
import type { ClassCensus, Suggestion } from '../../../lib/topic/explain.ts';
import type { ClassCandidate, NodeFigures, TaxonomyFigures, TopicMap } from '../../../lib/topic/train.ts';
import { table } from '../base/table.ts';

/** A class as it is shown in a tree, perhaps with the names of its examples. */
export interface ShownClass extends ClassOfJob {
  readonly names?: readonly string[];
}

/** Classes as a tree, in their order. @param top the class above all that is shown */
export function renderTree(classes: readonly ShownClass[], top: string): string {
  const shown = classes.filter(({ path }) => path === top || top === '/' || path.startsWith(`${top}/`));
  const depthOf = (path: string): number => (path === '/' ? 0 : path.split('/').length - 1);
  const base = depthOf(top);
  return shown
    .flatMap(({ path, name, examples, within, mark, names = [] }) => {
      const indent = '  '.repeat(depthOf(path) - base);
      const own = examples === within || examples === 0 ? '' : `, ${formatNumber(examples)} of its own`;
      const marked = mark === undefined ? '' : `  [${mark}]`;
      return [
        `${indent}${name === '' ? '/' : printable(name)}  ${formatNumber(within)}${own}${marked}\n`,
        ...names.map((one) => `${indent}  - ${printable(one)}\n`),
      ];
    })
    .join('');
}

/** What building a taxonomy came to. */
export interface BuiltReport {
  readonly model: string;
  readonly documents: number;
  readonly classes: number;
  readonly words: number;
  readonly bytes: number;
  /** How long the training took, without reading and cross-validation. */
  readonly seconds: number;
  readonly folds: number;
  readonly figures?: TaxonomyFigures;
}

export function renderBuilt(report: BuiltReport): string {
  const { model, documents, classes, words, bytes, seconds, folds, figures } = report;
  const examples = `${formatCount(documents, 'example')} in ${formatCount(classes, 'class', 'classes')}`;
  const head = `${model}: ${examples}, ${formatCount(words, 'word')}, ${formatBytes(bytes)}, trained in ${seconds.toFixed(2)} s\n`;
  if (figures === undefined) return head;
  return `${head}cross-validation with ${folds} folds: ${renderLevels(figures)}`;
}

/** How many documents are right down to each level, and in the end. */
function renderLevels({ levels, best }: TaxonomyFigures): string {
  const parts = levels.map(
    ({ documents, right }, level) => `level ${level + 1} ${(right / documents).toFixed(4)}`,
  );
  return `${parts.join(', ')}; the very class ${best.accuracy.toFixed(4)}\n`;
}

/** Mistakes that are named for each class. */
const namedMistakes = 3;

export function renderTaxonomyFigures(figures: TaxonomyFigures): string {
  const columns = [
    { title: 'class', cell: ({ path }: NodeFigures) => clip(path, 50) },
    { title: 'documents', cell: ({ documents }: NodeFigures) => formatNumber(documents), right: true },
    {
      title: 'right',
      cell: ({ right, documents }: NodeFigures) => (right / documents).toFixed(4),
      right: true,
    },
    { title: 'mistakes', cell: ({ mistakes }: NodeFigures) => mistakesOf(mistakes) },
  ];
  const documents = formatCount(figures.best.documents, 'document');
  return `${table(columns, figures.nodes)}\n${documents}: ${renderLevels(figures)}`;
}

function mistakesOf(mistakes: NodeFigures['mistakes']): string {
  return mistakes
    .slice(0, namedMistakes)
    .map(({ actual, found, documents }) => `${lastOf(actual)} → ${lastOf(found)} ${documents}`)
    .join(', ');
}

function lastOf(path: string): string {
  return clip(path.slice(path.lastIndexOf('/') + 1), 30);
}

export interface MapReport extends TopicMap {
  readonly pages: readonly {
    readonly name: string;
    readonly class: string;
    readonly probability: number;
    readonly words: readonly string[];
  }[];
}

export function renderMap({ pages, candidates, proposed }: MapReport): string {
  const part = (key: 'recall' | 'precision' | 'breadth') => ({
    title: key,
    cell: (row: ClassCandidate) => row[key].toFixed(2),
    right: true,
  });
  const lines = pages.map(
    ({ name, class: path, probability, words }) =>
      `${printable(name)}: ${path} ${probability.toFixed(2)}  [${words.join(', ')}]\n`,
  );
  const rows = table(
    [
      { title: 'class', cell: ({ path }: ClassCandidate) => clip(path, 60) },
      { title: 'pages', cell: ({ documents }: ClassCandidate) => formatNumber(documents), right: true },
      ...[part('recall'), part('precision'), part('breadth')],
    ],
    candidates,
  );
  const advice =
    proposed.length === 0
      ? 'nothing to propose: no class but the root has enough of the pages\n'
      : `Proposed, in job.yaml:\n\ntopic:\n  good:\n${proposed.map(({ path }) => `    - ${path}\n`).join('')}`;
  return `${lines.join('')}\n${rows}${warnings(candidates)}\n${advice}`;
}

/** The root, and what has most of everything within it, is no topic. */
function warnings(candidates: readonly ClassCandidate[]): string {
  return candidates
    .filter(({ breadth }) => breadth >= 0.5)
    .map(
      ({ path, recall, precision, breadth }) =>
        `${path} is too broad: with ${Math.round(100 * breadth)} % of all examples within it a crawl would find ${Math.round(100 * recall)} % of what is like your pages, and ${Math.round(100 * precision)} % of what it keeps would be about your topic\n`,
    )
    .join('');
}

/** Classes with the most pages that are shown. */
const shownClasses = 20;

export function renderSuggestions(
  census: readonly ClassCensus[],
  suggestions: readonly Suggestion[],
  good: readonly string[],
): string {
  const rows = census
    .toSorted((a, b) => b.kept + b.refused - (a.kept + a.refused) || (a.id < b.id ? -1 : 1))
    .slice(0, shownClasses);
  const shown = table(
    [
      { title: 'best class', cell: ({ id }: ClassCensus) => clip(id, 60) },
      { title: 'kept', cell: ({ kept }: ClassCensus) => formatNumber(kept), right: true },
      { title: 'refused', cell: ({ refused }: ClassCensus) => formatNumber(refused), right: true },
    ],
    rows,
  );
  const advice = suggestions.map(({ path, beside, refused, share, above }) => {
    const wider = above === undefined || above === path ? '' : `, or ${above}, which takes in both`;
    return `${formatCount(refused, 'page')} of ${path}, ${share.toFixed(1)} for each that was kept, beside ${beside}: their neighbourhoods mix. Mark ${path} as crawl-only${wider}\n`;
  });
  const none = `no neighbour of ${good.join(', ')} has many pages\n`;
  return `${shown}\n${advice.length === 0 ? none : advice.join('')}`;
}
