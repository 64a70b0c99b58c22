import { InvalidArgumentError } from 'commander';
import { durationIn } from '../../../lib/base/duration.ts';

/** @returns milliseconds */
export function durationArgument(text: string): number {
  const ms = durationIn(text);
  if (ms === undefined) throw new InvalidArgumentError('Expected a duration such as 90s, 10m, 1h30m or 30d.');
  return ms;
}

/** Returns a parser of whole numbers from `min` to `max`. */
export function wholeArgument(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/** Parses any finite number. */
export function numberArgument(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Expected a number.');
  return value;
}

/** Parses a number from 0 to 1. */
export function fractionArgument(text: string): number {
  const value = numberArgument(text);
  if (value < 0 || value > 1) throw new InvalidArgumentError('Expected a number from 0 to 1.');
  return value;
}

/** Parses a number above 0. */
export function positiveArgument(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) {
    throw new InvalidArgumentError('Expected a number above 0.');
  }
  return value;
}

/** Appends the value of an option that may be repeated. */
export function appendValue(text: string, values: readonly string[] | undefined): readonly string[] {
  return [...(values ?? []), text];
}
