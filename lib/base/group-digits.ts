/** A number for people: `1,234,567`. Whole ones without `Intl`, whose first use in a process takes 30 ms. */
export function groupDigits(value: number): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return value.toLocaleString('en');
  return String(value).replace(/\B(?=(?:\d{3}){1,5}$)/g, ',');
}
