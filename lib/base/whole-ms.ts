import { WinnowError } from './error.ts';

/**
 * The first whole millisecond that is not before this time: what is due then is never asked for early.
 * @throws WinnowError `internal` for a time that is negative or no number
 */
export function wholeMsFrom(at: number): number {
  return checked(Math.ceil(at), at);
}

/**
 * The last whole millisecond up to this time: whole times up to either are the same.
 * @throws WinnowError `internal` for a time that is negative or no number
 */
export function wholeMsUpTo(at: number): number {
  return checked(Math.floor(at), at);
}

function checked(whole: number, at: number): number {
  if (Number.isSafeInteger(whole) && whole >= 0) return whole;
  throw new WinnowError('internal', `${at} is no time in epoch milliseconds`);
}
