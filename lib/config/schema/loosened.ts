import * as z from 'zod';

/**
 * A schema whose keys may all be left out, with nothing filled in: what a layer over the defaults may say. Its notes
 * stay. Only mappings of known keys are loosened, not what stands in lists or under names that the user chose.
 */
export function loosened(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return withNotes(loosened(schema.unwrap()), schema);
  }
  if (schema instanceof z.ZodObject) return withNotes(loosenedObject(schema.shape), schema);
  return schema as z.ZodType;
}

/** A mapping of these keys, each of them loosened, and none needed. */
export function loosenedObject(shape: z.core.$ZodLooseShape) {
  const keys = Object.entries(shape).map(([key, value]) => [key, loosened(value).optional()]);
  return z.strictObject(Object.fromEntries(keys) as Record<string, z.ZodOptional>);
}

function withNotes(to: z.ZodType, from: z.ZodType): z.ZodType {
  const notes = from.meta();
  return notes === undefined ? to : to.meta({ ...to.meta(), ...notes });
}
