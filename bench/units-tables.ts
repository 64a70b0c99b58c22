import { prices } from '../lib/domain/cost/aws-prices.ts';
import { type Bill, dollars, dollarsByService, type Units, unitNames } from './units-bill.ts';

/** A scenario as it was measured. */
export interface Measured {
  readonly name: string;
  readonly pages: number;
  readonly turns: number;
  /** Minutes of the schedules that it took, by the held clock. */
  readonly minutes: number;
  readonly bill: Bill;
}

const headings: Readonly<Record<keyof Units, string>> = {
  writeUnits: 'write units',
  readUnits: 'read units',
  puts: 'S3 PUT',
  gets: 'S3 GET',
  sqs: 'SQS requests',
};

/** A Markdown table; numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

/** All scenarios side by side: units a page, then dollars per million pages. */
export function overview(all: readonly Measured[]): string {
  const column = (of: (one: Measured) => number, digits: number) => all.map((one) => of(one).toFixed(digits));
  const services = Object.keys(all[0] ? dollarsByService(all[0].bill) : {});
  const perMillion = (one: Measured, name: string) =>
    ((dollarsByService(one.bill)[name] ?? 0) * 1_000_000) / one.pages;
  return table(
    ['a page', ...all.map(({ name }) => name)],
    [
      ['pages a turn, as it came', ...column(({ pages, turns }) => pages / turns, 1)],
      ...unitNames.map((unit) => [
        headings[unit],
        ...column(({ bill, pages }) => bill.total[unit] / pages, 3),
      ]),
      ['CPU ms, harvest', ...column(({ bill, pages }) => bill.harvestCpuMs / pages, 1)],
      ...['harvest', 'dispatch', 'recycle'].map((part) => [
        `GB-seconds, ${part}`,
        ...column(({ bill, pages }) => (bill.gbSeconds[part] ?? 0) / pages, 4),
      ]),
      ...services.map((name) => [`${name}, $ per million`, ...column((one) => perMillion(one, name), 2)]),
      [
        '**all, $ per million pages**',
        ...column((one) => services.reduce((sum, name) => sum + perMillion(one, name), 0), 2),
      ],
    ],
  );
}

/** One scenario by function and cause, the dearest first. */
export function itemised({ bill, pages }: Measured): string {
  const rows = bill.items
    .toSorted((a, b) => dollars(b) - dollars(a))
    .map((item) => [
      `${item.part}: ${item.cause}`,
      ...unitNames.map((unit) => (item[unit] === 0 ? '' : (item[unit] / pages).toFixed(3))),
      ((dollars(item) * 1_000_000) / pages).toFixed(3),
    ]);
  return table(['cause', ...unitNames.map((unit) => headings[unit]), '$ per million pages'], rows);
}

export function priceNote(): string {
  return `List prices of ${prices.region}, ${prices.date}, without free tiers; see lib/domain/cost/aws-prices.ts.`;
}
