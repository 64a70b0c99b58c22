import { byName } from '../by-name.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Minutes east of Greenwich, of the zones that RFC 822 names and some that people write. */
const zones = byName({
  ...{ utc: 0, gmt: 0, ut: 0, z: 0, wet: 0, bst: 60, west: 60, cet: 60, cest: 120, eet: 120, eest: 180 },
  ...{ est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420, jst: 540 },
});

const iso =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?)?\s*(?<zone>[A-Za-z]{1,4}|[+-]\d\d:?\d\d)?$/i;
/** RFC 822 and 850, with or without the day of the week, the time and the zone. */
const dayFirst =
  /^(?:[a-z]{3,9},?\s+)?(?<day>\d{1,2})[\s-](?<name>[a-z]{3})[a-z]*[\s-](?<year>\d{4}|\d\d)(?:\s+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?)?\s*(?<zone>[a-z]{1,4}|[+-]\d\d:?\d\d)?$/i;
/** `Jun 25, 2010 15:00:00 PST`, and C's asctime. */
const monthFirst =
  /^(?:[a-z]{3,9},?\s+)?(?<name>[a-z]{3})[a-z]*\s+(?<day>\d{1,2})(?:,?\s+(?<year>\d{4}))?(?:\s+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?)?(?:\s+(?<last>\d{4}))?\s*(?<zone>[a-z]{1,4}|[+-]\d\d:?\d\d)?$/i;

/**
 * A date as people write it into directives: ISO 8601, RFC 822, RFC 850 and their like, in epoch ms. Without a zone, or
 * with one that is not known, it is UTC; without a time it is midnight. Undefined for what is no date, or no whole one.
 */
export function readDate(text: string): number | undefined {
  const written = text.trim().replace(/\s+/g, ' ');
  const found = (iso.exec(written) ?? dayFirst.exec(written) ?? monthFirst.exec(written))?.groups;
  if (found === undefined) return undefined;
  const month =
    found.month === undefined ? months.indexOf((found.name ?? '').toLowerCase()) : Number(found.month) - 1;
  const year = yearOf(found.year ?? found.last);
  const numbers = [found.hour, found.minute, found.second].map((digits) => Number(digits ?? 0));
  const [hour = 0, minute = 0, second = 0] = numbers;
  const day = Number(found.day);
  if (year === undefined || month < 0 || month > 11 || hour > 24 || minute > 59 || second > 60)
    return undefined;
  const midnight = Date.UTC(year, month, day);
  if (new Date(midnight).getUTCDate() !== day) return undefined;
  return midnight + ((hour * 60 + minute - offsetOf(found.zone)) * 60 + second) * 1_000;
}

/** Two digits as RFC 2822 §4.3 reads them. */
function yearOf(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined;
  const year = Number(digits);
  return digits.length === 4 ? year : year + (year < 50 ? 2_000 : 1_900);
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return zones.get(zone.toLowerCase()) ?? 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
