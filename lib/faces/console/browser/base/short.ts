import { formatNumber } from '../../../../base/quantity.ts';

/** A score or a rank in three digits, or whole. */
export function short(value: number): string {
  return Math.abs(value) >= 100 ? formatNumber(Math.round(value)) : String(Number(value.toPrecision(3)));
}
