import { durationIn } from './duration.ts';

/** A point in time that somebody typed: a time, a day, or an age before `now` (epoch ms); undefined: it is none. */
export function timeIn(typed: string, now: number): number | undefined {
  if (/^\d+$/.test(typed)) return Number(typed);
  if (!/^\d{4}-\d\d-\d\d/.test(typed)) {
    const age = durationIn(typed);
    return age === undefined ? undefined : now - age;
  }
  const at = Date.parse(/^[\d-]+$|Z$|[+-]\d\d:?\d\d$/.test(typed) ? typed : `${typed}Z`);
  return Number.isFinite(at) ? at : undefined;
}
