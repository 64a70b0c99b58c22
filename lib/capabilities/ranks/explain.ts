import * as z from 'zod/mini';
import type { PageRanks } from '../../graph/ranks.ts';

declare module '../../domain/collection/told-fields.ts' {
  interface ToldFields {
    /** Absent: `winnow ranks --write` has not written any since the record was made or its content changed. */
    readonly ranks?: PageRanks;
  }
}

const share = (...said: z.core.$ZodCheck<number>[]) => z.number().check(z.minimum(0), z.maximum(1), ...said);
const count = (what: string) => z.int().check(z.minimum(0), z.describe(what));

const ranks = z.exactOptional(
  z
    .object({
      at: z.number().check(z.describe('Of the analysis.')),
      of: count('URLs that were ranked: over all of them, the numbers of each rank sum to 1.'),
      pageRank: share(),
      pageRankBL: share(z.describe('PageRank over links in both directions.')),
      netLocRank: share(z.describe('The rank of the site times the rank within the site.')),
      discounted: share(z.describe('PageRank in which sites that vote as one are one place to start.')),
      hub: z.exactOptional(share()),
      authority: z.exactOptional(share()),
      linkedBy: count('Other sites that link to it; those that vote as one count once.'),
    })
    .check(z.describe('What link analysis says of its first URL.')),
);

export const tells = { ranks };
