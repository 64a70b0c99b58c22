import { clip, printable } from '../../../lib/base/printable.ts';
import { formatCount, formatDuration, formatNumber, formatTime } from '../../../lib/base/quantity.ts';
import type {
  ExampleLists,
  ListedClass,
  ListedPage,
} from '../../../lib/capabilities/examples/set/example-lists.ts';
import type { RoundFigures } from '../../../lib/capabilities/examples/set/round-figures.ts';
import { table } from '../base/table.ts';

/** What to look at between two rounds. */
export function renderLists(lists: ExampleLists): string {
  const {
    visited,
    hasTopic,
    likely,
    unlikely,
    doubtful,
    contested = [],
    classes,
    unclassified,
    rounds,
  } = lists;
  const parts = [`${formatCount(visited, 'page')} read\n${warningOf(unclassified)}`];
  if (rounds.length > 0) parts.push(`rounds\n${roundTable(rounds)}`);
  parts.push(pageTable('likely: accept what is right with `winnow examples accept URL…`', likely));
  parts.push(pageTable('unlikely: `winnow examples reject URL…` has them visited no more', unlikely));
  parts.push(pageTable('doubtful: an answer about these teaches most', doubtful));
  parts.push(
    pageTable(
      'contested: off topic, but nearest to it by what words mean; an answer tells near topics apart',
      contested,
    ),
  );
  parts.push(pageTable('in no class: examples like these, in or out, teach a class', unclassified.some));
  if (classes.length > 0) parts.push(classTable(classes));
  if (!hasTopic)
    parts.push(
      'the job has no topic yet: `winnow examples round` learns one of the examples and these pages\n',
    );
  return parts.filter((part) => part !== '').join('\n');
}

function warningOf({ pages, share, isHigh }: ExampleLists['unclassified']): string {
  if (pages === 0) return '';
  const line = `${formatCount(pages, 'page')} (${percent(share)}) are in no class\n`;
  if (!isHigh) return line;
  return `${line}that is much: the topic does not fit what is crawled. Add examples like those below, in or out, and begin a round\n`;
}

export function roundTable(rounds: readonly RoundFigures[]): string {
  return table(
    [
      { title: 'round', right: true, cell: ({ number }: RoundFigures) => formatNumber(number) },
      { title: 'began', cell: ({ begunAt }) => formatTime(begunAt) },
      // From its beginning to its last page.
      { title: 'took', right: true, cell: ({ fetched, ms }) => (fetched === 0 ? '' : formatDuration(ms)) },
      { title: 'learnt by', cell: ({ learner }) => learner ?? 'nothing yet' },
      { title: 'in', right: true, cell: (one) => formatNumber(one.in) },
      { title: 'out', right: true, cell: ({ out }) => formatNumber(out) },
      { title: 'fetched', right: true, cell: ({ fetched }) => formatNumber(fetched) },
      { title: 'on topic', right: true, cell: ({ relevant }) => formatNumber(relevant) },
      {
        title: 'harvest',
        right: true,
        cell: ({ harvest }) => (harvest === undefined ? '' : percent(harvest)),
      },
      { title: 'F1', right: true, cell: ({ accuracy }) => accuracy?.f1.toFixed(2) ?? '' },
    ],
    rounds,
  );
}

function pageTable(title: string, pages: readonly ListedPage[]): string {
  if (pages.length === 0) return '';
  const rows = table(
    [
      { title: 'page', cell: ({ url }: ListedPage) => printable(url) },
      { title: 'title', cell: (one) => clip(one.title ?? '', 40) },
      { title: 'relevance', right: true, cell: ({ relevance }) => relevance?.toFixed(2) ?? '' },
    ],
    pages,
  );
  return `${title}\n${rows}`;
}

function classTable(classes: readonly ListedClass[]): string {
  const rows = table(
    [
      { title: 'class', cell: ({ id }: ListedClass) => clip(id, 40) },
      { title: 'pages', right: true, cell: ({ pages }) => formatNumber(pages) },
      { title: 'on topic', right: true, cell: ({ relevant }) => formatNumber(relevant) },
      { title: 'examples', right: true, cell: ({ rate }) => (rate === undefined ? '' : percent(rate)) },
      { title: 'best', cell: ({ best }) => printable(best[0]?.url ?? '') },
    ],
    classes,
  );
  return `classes\n${rows}`;
}

function percent(part: number): string {
  return `${Math.round(100 * part)} %`;
}
