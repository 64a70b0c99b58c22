/** A calendar month in UTC, by which AWS bills. */
export interface Month {
  /** `2026-11` */
  readonly name: string;
  /** Epoch ms; the end is the start of the next one. */
  readonly start: number;
  readonly end: number;
}

/** Returns the month of a time in epoch ms. */
export function monthOf(at: number): Month {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const start = Date.UTC(year, month);
  return { name: new Date(start).toISOString().slice(0, 7), start, end: Date.UTC(year, month + 1) };
}

/** Returns the months from one time to another (epoch ms), both included, in order. */
export function monthsFrom(from: number, to: number): readonly Month[] {
  const months: Month[] = [];
  for (let at = from; ; at = (months.at(-1) as Month).end) {
    const month = monthOf(at);
    months.push(month);
    if (month.end > to) return months;
  }
}
