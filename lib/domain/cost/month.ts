/** A calendar month in UTC, which is what AWS bills by. */
export interface Month {
  /** `2026-11` */
  readonly name: string;
  /** Epoch ms; the end is the start of the next one. */
  readonly start: number;
  readonly end: number;
}

/** The month that a time in epoch ms lies in. */
export function monthOf(at: number): Month {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const start = Date.UTC(year, month);
  return { name: new Date(start).toISOString().slice(0, 7), start, end: Date.UTC(year, month + 1) };
}

/** The months from one time to another, both included, the first one first. */
export function monthsFrom(from: number, to: number): readonly Month[] {
  const months: Month[] = [];
  for (let at = from; ; at = (months.at(-1) as Month).end) {
    const month = monthOf(at);
    months.push(month);
    if (month.end > to) return months;
  }
}
