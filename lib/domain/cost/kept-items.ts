import { prices } from './aws-prices.ts';
import type { CostItem, CostUnits } from './units.ts';

/** Bytes of DynamoDB for a page of the collection, its record and its part of a host: measured, bench/results/costs.md. */
const tableBytesPerPage = 460;
const gigabyte = 1_000_000_000;

/**
 * What it costs in a month to keep what pages brought, by list prices.
 * @param before what there was when the month began
 * @param added what has come since, evenly
 * @param part of the month that it is for
 */
export function keptItems(before: CostUnits, added: CostUnits, part: number): readonly CostItem[] {
  const { dynamodb, dynamodbBackup, s3 } = prices.perGbMonth;
  const item = (name: string, bytesOf: (units: CostUnits) => number, price: number): CostItem => {
    const gbMonths = ((bytesOf(before) + bytesOf(added) / 2) / gigabyte) * part;
    return { name, amount: gbMonths, unit: 'GB-months', dollars: gbMonths * price };
  };
  return [
    item('S3 storage', ({ keptBytes = 0 }) => keptBytes, s3),
    item('DynamoDB storage', ({ pages = 0 }) => pages * tableBytesPerPage, dynamodb + dynamodbBackup),
  ];
}
