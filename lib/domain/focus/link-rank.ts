/**
 * What the rank of a URL says of it where relevance orders the frontier. A rank is one number, so that the packed
 * frontier needs no other column: the whole part falls with the relevance, the digits behind the point hold the rest.
 */
export interface LinkRank {
  /** From 0 to 1: how likely its page is relevant. Kept in millionths. */
  readonly relevance: number;
  /** Links from the last relevant page on the way to it, 0: a relevant page links to it. At most 29. */
  readonly tunnelDepth: number;
  /** Pages that were seen to link to it; 8 or more count as 8. */
  readonly parents: number;
}

const steps = 1_000_000;
/** Ranks of sitemaps end in .50 to .53 (`sitemaps/rank.ts`): none of these does. */
const offset = 600;
export const maxTunnelDepth = 29;
const maxParents = 8;

/** The relevance first, then the smaller tunnel depth, then the URL that more pages link to. */
export function encodeRank({ relevance, tunnelDepth, parents }: LinkRank): number {
  const whole = Math.round((1 - Math.max(0, Math.min(1, relevance))) * steps);
  const digits =
    offset +
    Math.min(maxTunnelDepth, tunnelDepth) * 10 +
    maxParents -
    Math.max(1, Math.min(maxParents, parents));
  return (whole * 1_000 + digits) / 1_000;
}

/** What a rank says; undefined for one that says nothing of relevance: of a seed, of a sitemap, by depth. */
export function decodeRank(rank: number): LinkRank | undefined {
  const thousandths = Math.round(rank * 1_000);
  const digits = thousandths % 1_000;
  if (thousandths < 0 || digits < offset || digits >= offset + (maxTunnelDepth + 1) * 10) return undefined;
  const [tunnelDepth, rest] = [Math.floor((digits - offset) / 10), (digits - offset) % 10];
  if (rest >= maxParents) return undefined;
  return { relevance: 1 - Math.floor(thousandths / 1_000) / steps, tunnelDepth, parents: maxParents - rest };
}
