import * as z from 'zod';

/** What the documentation, the template and the error messages say about a value, beside what zod knows. */
export interface FieldNotes {
  /** One sentence, without its unit, range and default. */
  readonly description: string;
  /** The word that follows the number, in the plural: `seconds`, `pages`. */
  readonly unit?: string;
  /** Why there is a bound, or where the default comes from. */
  readonly why?: string;
  /** For values whose form a type does not say: what was expected, as a noun phrase. */
  readonly expected?: string;
  /** A value to show where there is no default. */
  readonly example?: unknown;
}

/** A whole number of something, from `min` to `max`. */
export function count(min: number, max: number, fallback: number, notes: FieldNotes) {
  return z
    .int()
    .min(min)
    .max(max)
    .default(fallback)
    .meta({ ...notes });
}

/** A whole number above 0; without it there is no limit. */
export function limit(max: number, notes: FieldNotes) {
  return z
    .int()
    .min(1)
    .max(max)
    .optional()
    .meta({ ...notes });
}

/** A duration in seconds, fractions allowed. */
export function seconds(min: number, max: number, fallback: number, notes: Omit<FieldNotes, 'unit'>) {
  return z
    .number()
    .min(min)
    .max(max)
    .default(fallback)
    .meta({ ...notes, unit: 'seconds' });
}

export function flag(fallback: boolean, notes: FieldNotes) {
  return z
    .boolean()
    .default(fallback)
    .meta({ ...notes });
}

/** A mapping of known keys. It may be left out, or left empty, when every key of it has a default. */
export function section<T extends z.core.$ZodLooseShape>(description: string, shape: T) {
  return z
    .strictObject(shape)
    .prefault({} as never)
    .meta({ description });
}
