import * as z from 'zod/mini';

const positive = z.int().check(z.minimum(1));
const part = z.number().check(z.minimum(0), z.maximum(1));

/** `freshness` in stored settings. */
export const storedFreshness = z.strictObject({
  everyMs: positive,
  minMs: positive,
  maxMs: positive,
  per: z.enum(['page', 'site']),
  relevance: z.number().check(z.minimum(0)),
  popularity: z._default(z.number().check(z.minimum(0)), 0),
  share: part,
  maintenanceShare: part,
});
