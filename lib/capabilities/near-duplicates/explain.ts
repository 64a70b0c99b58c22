import * as z from 'zod/mini';
import type { NearDuplicateOf } from './group.ts';

declare module '../../domain/collection/told-fields.ts' {
  interface ToldFields {
    /** The record that says nearly the same and stands for it; absent: there is none, or the job does not look for it. */
    readonly nearDuplicateOf?: NearDuplicateOf;
  }
}

const nearDuplicateOf = z.exactOptional(
  z
    .object({
      md5: z.string().check(z.regex(/^[0-9a-f]{32}$/), z.describe('MD5, 32 hex digits.')),
      url: z.string().check(z.describe('A canonical URL.')),
      similarity: z.number().check(z.minimum(0), z.maximum(1)),
    })
    .check(z.describe('The record that says nearly the same and stands for it.')),
);

export const tells = { nearDuplicateOf };
