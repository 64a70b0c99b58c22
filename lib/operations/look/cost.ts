import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { CostReport } from '../../domain/cost/report.ts';
import type { CostItem } from '../../domain/cost/units.ts';
import { costOf } from '../../pipeline/cost/cost-of.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { facts, note, table, type ViewBlock } from '../../pipeline/operation/view.ts';

/** What a job costs this month, with a forecast; on one machine, what it would cost on AWS. */
export const cost = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  run: ({ ports, of, standing }) => costOf(ports, of, standing),
  view({
    job,
    month,
    basis,
    prices,
    pages,
    dollars,
    perMillionPages,
    forecast,
    budget,
    standing,
    work,
    kept,
  }) {
    const head =
      basis === 'billed'
        ? `${job} in ${month}: what AWS has billed, by list prices (${prices}) without free tiers`
        : `${job} in ${month}: nothing is billed on this machine; on AWS it would come to, by list prices (${prices}) and what was measured of other crawls:`;
    const all: CostItem = { name: 'all', amount: 0, unit: '', dollars };
    const perMillion =
      perMillionPages === undefined ? undefined : `$${perMillionPages.toFixed(2)} for their work`;
    const sums = facts([
      ['pages', formatCount(pages, 'page')],
      ['a million', perMillion],
      ['forecast', `$${sum(forecast.dollars)} for all of ${month}: ${forecast.rule}`],
      ['budget', budget && budgetLine(budget)],
    ]);
    return [
      [note(head)],
      [items([...work, ...kept, all])],
      [sums],
      standing ? [note(`The stack costs $${standing.dollars.toFixed(2)} a month beside its jobs:`)] : [],
      standing ? [items(standing.items)] : [],
    ];
  },
});

function budgetLine({ limit, spent, holds }: NonNullable<CostReport['budget']>): string {
  const part = `${Math.floor((spent / limit) * 100)} % of $${limit} a month`;
  return holds ? `${part}; it pauses the job when it is spent` : `${part}; it holds on AWS only`;
}

function items(rows: readonly CostItem[]): ViewBlock {
  return table(
    [
      { title: '', value: 'name' },
      { title: 'amount', unit: 'number', value: amount },
      { title: '', value: 'unit' },
      { title: '$', unit: 'number', value: ({ dollars }) => sum(dollars) },
    ],
    rows,
  );
}

function amount({ amount: value, unit }: CostItem): string {
  if (unit === '') return '';
  return value >= 100 ? formatNumber(Math.round(value)) : String(Number(value.toFixed(2)));
}

function sum(dollars: number): string {
  return dollars.toFixed(dollars >= 0.01 || dollars === 0 ? 2 : 6);
}
