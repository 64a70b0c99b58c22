import { byName } from '../../base/by-name.ts';
/** A date or time of a sitemap or feed, with the precision in which it was written. */
export interface DateTime {
  /** Epoch ms: the beginning of the second, day, month or year that was written. */
  readonly at: number;
  /** Epoch ms: the end of this period. Equal to `at` if a time of day was written. */
  readonly until: number;
}

const day = '(\\d{4})(?:-?(\\d{1,2})(?:-?(\\d{1,2})';
const time = '(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?';
const zone = '([a-z]{1,4}|[+-]\\d{1,2}:?\\d{2})?';
/** W3C-DTF (ISO 8601), with frequent mistakes: a space for the T, single digits, no zone. */
const w3c = new RegExp(`^${day}(?:[t\\s]+${time}\\s*${zone})?)?)?$`, 'i');
/** RFC 822 and its variants, as in RSS. */
const rfc822 = new RegExp(
  `^(?:[a-z]+\\.?,?\\s*)?(\\d{1,2})[\\s-]+([a-z]{3})[a-z]*\\.?[\\s-]+(\\d{2,4})(?:,?\\s+${time}\\s*${zone})?$`,
  'i',
);

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Offsets from UTC, in hours, of the zones that RFC 822 §5 names; all other names count as UTC. */
const zones = byName({ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 });
const maxLength = 64;

/**
 * Reads a date of a sitemap (W3C-DTF) or a feed (RFC 822, RFC 3339). A time without a zone is UTC. Returns undefined
 * for text that is not a date, and for dates that do not exist, such as 30 February.
 */
export function readDateTime(text: string): DateTime | undefined {
  const source = text.trim();
  if (source.length > maxLength) return undefined;
  const iso = w3c.exec(source);
  if (iso) {
    const [, year, month, date, ...rest] = iso;
    return dateTime(Number(year), number(month), number(date), rest);
  }
  const mail = rfc822.exec(source);
  if (!mail) return undefined;
  const [, date, name = '', year = '', ...rest] = mail;
  const month = months.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? undefined : dateTime(fullYear(year), month, Number(date), rest);
}

function dateTime(
  year: number,
  month: number | undefined,
  date: number | undefined,
  [hour, minute, second, zone]: readonly (string | undefined)[],
): DateTime | undefined {
  const [m, d] = [(month ?? 1) - 1, date ?? 1];
  const start = Date.UTC(year, m, d);
  const day = new Date(start);
  if (day.getUTCMonth() !== m || day.getUTCDate() !== d) return undefined;
  if (hour === undefined) {
    const until =
      month === undefined
        ? Date.UTC(year + 1, 0)
        : date === undefined
          ? Date.UTC(year, m + 1)
          : Date.UTC(year, m, d + 1);
    return { at: start, until };
  }
  const seconds = Number(hour) * 3_600 + Number(minute) * 60 + Number(second ?? 0);
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second ?? 0) > 60) return undefined;
  const at = start + seconds * 1_000 - offsetMs(zone);
  return { at, until: at };
}

function offsetMs(zone: string | undefined): number {
  const numeric = /^([+-])(\d{1,2}):?(\d{2})$/.exec(zone ?? '');
  if (!numeric) return (zones.get(zone?.toLowerCase() ?? '') ?? 0) * 3_600_000;
  const [, sign, hours, minutes] = numeric;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** RFC 2822 §4.3: two digits below 50 count from 2000, other two digits and three digits count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2) return year < 50 ? 2_000 + year : 1_900 + year;
  return digits.length === 3 ? 1_900 + year : year;
}

function number(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
