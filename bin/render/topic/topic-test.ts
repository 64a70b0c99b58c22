import { clip } from '../../../lib/base/printable.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import type { CutOffTest, TermTest, TopicTest } from '../../../lib/topic/judge.ts';
import { table } from '../base/table.ts';

/** Terms that are shown of each kind. */
const shown = 15;

/** What a topic definition makes of examples: cut-offs, terms that carry, harm, or do nothing. */
export function renderTopicTest(test: TopicTest): string {
  const matched = test.terms.filter(({ good, bad }) => good.documents + bad.documents > 0);
  const carrying = matched.filter(({ good }) => good.points > 0);
  const misleading = matched.filter(({ good, bad }) => bad.points > 0 && bad.points >= good.points);
  const idle = test.terms.filter((term) => !matched.includes(term));
  return [
    `${formatCount(test.good, 'example')} on topic, ${formatNumber(test.bad)} off topic\n\n`,
    cutOffTable(test),
    termTable(
      'Terms that carry the score',
      carrying.toSorted((a, b) => b.good.points - a.good.points),
    ),
    termTable(
      'Terms that score more off topic than on topic',
      misleading.toSorted((a, b) => b.bad.points - a.bad.points),
    ),
    idleTerms(idle),
  ].join('');
}

function cutOffTable({ now, without, curve }: TopicTest): string {
  const best = curve.toSorted((a, b) => b.f1 - a.f1)[0];
  const rows: readonly { readonly name: string; readonly test: CutOffTest }[] = [
    { name: 'as they are', test: now },
    { name: 'without minScore', test: without.total },
    { name: 'without minRelative', test: without.relative },
    { name: 'without minShare', test: without.share },
    ...(best === undefined ? [] : [{ name: `minScore ${number(best.cutOffs.total)}, best F1`, test: best }]),
  ];
  type Row = (typeof rows)[number];
  const part = (title: string, value: (test: CutOffTest) => number) => ({
    title,
    cell: ({ test }: Row) => value(test).toFixed(3),
    right: true,
  });
  const { total, relative, share } = now.cutOffs;
  return `${table(
    [
      { title: 'cut-offs', cell: ({ name }: Row) => name },
      { title: 'accepted', cell: ({ test }: Row) => formatNumber(test.accepted), right: true },
      { title: 'of them right', cell: ({ test }: Row) => formatNumber(test.right), right: true },
      part('precision', ({ precision }) => precision),
      part('recall', ({ recall }) => recall),
      part('F1', ({ f1 }) => f1),
    ],
    rows,
  )}minScore ${number(total)}, minRelative ${number(relative)}, minShare ${number(share)}\n`;
}

function termTable(title: string, terms: readonly TermTest[]): string {
  if (terms.length === 0) return '';
  const more = terms.length > shown ? `… and ${formatNumber(terms.length - shown)} more\n` : '';
  const columns = [
    { title: 'line', cell: ({ term }: TermTest) => String(term.line), right: true },
    { title: 'term', cell: ({ term }: TermTest) => clip(term.term, 40) },
    { title: 'weight', cell: ({ term }: TermTest) => String(term.weight), right: true },
    { title: 'points on topic', cell: ({ good }: TermTest) => number(good.points), right: true },
    { title: 'in', cell: ({ good }: TermTest) => formatNumber(good.documents), right: true },
    { title: 'off topic', cell: ({ bad }: TermTest) => number(bad.points), right: true },
    { title: 'in', cell: ({ bad }: TermTest) => formatNumber(bad.documents), right: true },
  ];
  return `\n${title}\n${table(columns, terms.slice(0, shown))}${more}`;
}

function idleTerms(idle: readonly TermTest[]): string {
  if (idle.length === 0) return '\nEvery term matches some example.\n';
  const named = idle.slice(0, shown).map(({ term }) => `${term.line}: ${clip(term.term, 40)}`);
  const more = idle.length > shown ? `, … and ${formatNumber(idle.length - shown)} more` : '';
  return `\n${formatCount(idle.length, 'term')} never matched (line: term): ${named.join(', ')}${more}\n`;
}

function number(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : 'none';
}
