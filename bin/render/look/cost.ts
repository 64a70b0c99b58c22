import type { CostItem, CostReport } from '../../../lib/runtime/shared/installation.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import { fields, table } from '../base/table.ts';

/** What a job costs this month, item by item, and what it will have cost at its end. */
export function renderCost(report: CostReport): string {
  const { job, month, basis, prices, pages, dollars, perMillionPages, forecast, budget, standing } = report;
  const isBilled = basis === 'billed';
  const head = isBilled
    ? `${job} in ${month}: what AWS has billed, by list prices (${prices}) without free tiers`
    : `${job} in ${month}: nothing is billed on this machine; on AWS it would come to, by list prices (${prices}) and what was measured of other crawls:`;
  const all: CostItem = { name: 'all', amount: 0, unit: '', dollars };
  const text = `${head}\n\n${items([...report.work, ...report.kept, all])}\n${fields([
    ['pages', formatCount(pages, 'page')],
    [
      'a million',
      perMillionPages === undefined ? undefined : `$${perMillionPages.toFixed(2)} for their work`,
    ],
    ['forecast', `$${sum(forecast.dollars)} for all of ${month}: ${forecast.rule}`],
    ['budget', budget && budgetLine(budget)],
  ])}`;
  if (standing === undefined) return text;
  return `${text}\nThe stack costs $${standing.dollars.toFixed(2)} a month beside its jobs:\n\n${items(standing.items)}`;
}

function budgetLine({ limit, spent, holds }: NonNullable<CostReport['budget']>): string {
  const part = `${Math.floor((spent / limit) * 100)} % of $${limit} a month`;
  return holds ? `${part}; it pauses the job when it is spent` : `${part}; it holds on AWS only`;
}

function items(rows: readonly CostItem[]): string {
  return table(
    [
      { title: '', cell: ({ name }) => name },
      { title: 'amount', right: true, cell: amount },
      { title: '', cell: ({ unit }) => unit },
      { title: '$', right: true, cell: ({ dollars }) => sum(dollars) },
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
