/**
 * The information in the rank of a URL if relevance orders the frontier. A rank is one number, so that the packed
 * frontier needs no further column. Its integer part falls as the relevance grows; its decimals hold tunnel depth and
 * parents.
 */
export interface LinkRank {
  /** Probability that the page is relevant, 0 to 1, in steps of a millionth. */
  readonly relevance: number;
  /** Off-topic pages in a row on the way to the URL; 0: a relevant page links to it. At most 29. */
  readonly tunnelDepth: number;
  /** Pages with a link to the URL; more than 8 count as 8. 0: a prior of link analysis, which is no link. */
  readonly parents: number;
}

const steps = 1_000_000;
/** First decimals of these ranks. Those of sitemaps are .50 to .53 (`sitemaps/rank.ts`), so the two never collide. */
const offset = 600;
export const maxTunnelDepth = 29;
const maxParents = 8;

/** Encodes a rank that orders by relevance, then by smaller tunnel depth, then by more parents. */
export function encodeRank({ relevance, tunnelDepth, parents }: LinkRank): number {
  const whole = Math.round((1 - Math.max(0, Math.min(1, relevance))) * steps);
  const digits =
    offset +
    Math.min(maxTunnelDepth, tunnelDepth) * 10 +
    maxParents -
    Math.max(0, Math.min(maxParents, parents));
  return (whole * 1_000 + digits) / 1_000;
}

/** Decodes a rank; undefined for ranks without relevance: of seeds, of sitemaps, or by depth. */
export function decodeRank(rank: number): LinkRank | undefined {
  const thousandths = Math.round(rank * 1_000);
  const digits = thousandths % 1_000;
  if (thousandths < 0 || digits < offset || digits >= offset + (maxTunnelDepth + 1) * 10) return undefined;
  const [tunnelDepth, rest] = [Math.floor((digits - offset) / 10), (digits - offset) % 10];
  if (rest > maxParents) return undefined;
  return { relevance: 1 - Math.floor(thousandths / 1_000) / steps, tunnelDepth, parents: maxParents - rest };
}
