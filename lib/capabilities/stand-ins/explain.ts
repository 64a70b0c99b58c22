import * as z from 'zod/mini';
import { standInKinds } from '../../domain/reading/page-evidence.ts';
import type { AskedUrl, WhyLines } from '../../pipeline/why/explainer.ts';
import { describeStandIn, type StandIn } from './stand-in.ts';

declare module '../../domain/collection/told-fields.ts' {
  interface ToldFields {
    /** What the page stands in for; absent: nothing tells that it does. */
    readonly standIn?: StandIn;
  }
}

const standIn = z.exactOptional(
  z
    .object({
      kind: z.enum(standInKinds),
      by: z.array(z.string()).check(z.describe('What tells that, for people.')),
    })
    .check(
      z.describe('What the page stands in for: one that is not there, a wall, or what scripts would make.'),
    ),
);

export const tells = { standIn };

/** What a page stands in for, as its record says. */
export async function ofUrl({ stored }: AskedUrl): Promise<WhyLines> {
  const { standIn } = (await stored())?.record ?? {};
  return standIn === undefined
    ? []
    : [{ step: 'stand-in', verdict: 'info', detail: describeStandIn(standIn) }];
}
