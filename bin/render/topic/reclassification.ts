import type { Difference, Reclassified } from '../../../lib/runtime/shared/installation.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import { clip, printable, table } from '../base/table.ts';

type Kind = keyof Difference['counts'];
type Example = NonNullable<Difference['examples'][Kind]>[number];

const kinds: readonly (readonly [Kind, string])[] = [
  ['dropped', 'dropped: off topic now'],
  ['marked', 'marked as off topic, and kept'],
  ['restored', 'taken in: on topic now'],
  ['revised', 'given another verdict'],
  ['queued', 'queued to be fetched again'],
  ['missing', 'not kept: only fetching them again (--refetch) tells'],
  ['failed', 'left as they are: the topic filter failed'],
];

/** What judging a collection again changes. @param tense `would be`, or `were` */
export function renderDifference({ pages, counts, classes, examples }: Difference, tense: string): string {
  const changes = kinds.filter(([kind]) => counts[kind] > 0);
  const judged = `${formatCount(pages, 'page')} ${tense} judged again`;
  if (changes.length === 0) return `${judged}; nothing ${tense === 'were' ? 'changed' : 'would change'}\n`;
  const sections = changes.map(([kind, title]) => {
    const some = (examples[kind] ?? []).map((one) => `  ${clip(one.url, 100)}${standings(one)}\n`);
    return `\n${formatNumber(counts[kind])} ${title}\n${some.join('')}`;
  });
  return `${judged}; ${formatNumber(counts.same)} of them stay as they are\n${sections.join('')}${renderClasses(classes)}`;
}

/** `  12 B.OWL → 140 B.OWL` */
function standings({ was, now }: Example): string {
  const [before, after] = [was, now].map((one) => one && `${score(one.score)} ${printable(one.best ?? '-')}`);
  if (before === undefined && after === undefined) return '';
  return `  ${before ?? '-'} → ${after ?? '-'}`;
}

function score(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function renderClasses(classes: Difference['classes']): string {
  if (classes.length === 0) return '';
  return `\n${table(
    [
      { title: 'class', cell: ({ id }) => (id === '' ? '(none)' : printable(id)) },
      { title: 'taken in', cell: ({ restored }) => formatNumber(restored), right: true },
      { title: 'dropped', cell: ({ dropped }) => formatNumber(dropped), right: true },
    ],
    classes,
  )}`;
}

/** What came of applying a changed topic. */
export function renderReclassified({ hosts, pages, done, left }: Reclassified): string {
  if (done === undefined) {
    return pages === 0
      ? 'no page has to be judged again\n'
      : `${formatCount(hosts, 'host')} told to judge ${formatCount(pages, 'page')} again; the crawl does it with their next turns\n`;
  }
  const rest =
    left === undefined ? '' : `${formatCount(left, 'host')} left to the crawl: at work or failing\n`;
  return `${renderDifference(done, 'were')}${rest}`;
}
