import { prices } from './aws-prices.ts';
import type { CostItem, CostUnits } from './units.ts';

/**
 * Bytes in DynamoDB of a page of the collection: its record and its share of the host's state. Measured
 * (bench/results/costs.md).
 */
const tableBytesPerPage = 460;
const gigabyte = 1_000_000_000;

/**
 * Returns the cost of storage in a month, by list prices.
 * @param before units stored before the month
 * @param added units added in the month, taken to be added evenly
 * @param part part of the month to pay for, 0 to 1
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
