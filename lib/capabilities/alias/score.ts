import type { HostName } from '../../base/url/url.ts';

/** What speaks for two hosts being one server. */
export interface AliasEvidence {
  /** The one with more pages that lead to records, then by name. */
  readonly hosts: readonly [HostName, HostName];
  /** Records that URLs of both lead to. */
  readonly shared: number;
  /** Of these, those that both have under the same path and query. */
  readonly samePath: number;
  /** Pages that lead to records, of the host with fewer. */
  readonly pages: number;
  /** Whether both names lead to the same address; `unknown` counts as `other`, since nothing speaks for it. */
  readonly address: 'same' | 'other' | 'unknown';
}

/** Two hosts count as one server from this score on; Combine's. */
export const threshold = 0.15;
/** Hosts with fewer equal pages are no group, whatever their score: pages without content are the same anywhere. */
export const leastSamePath = 2;
/** So many pages under the same paths count fully. */
const enoughPaths = 5;

/** Combine's score, a product: how likely two hosts are one server. At most 1.5. */
export function scoreOf({ hosts, samePath, pages, address }: AliasEvidence): number {
  const [a, b] = hosts;
  const names = a.includes(b) || b.includes(a) ? 1 : 0.4;
  const prefix =
    a === `www.${b}` || b === `www.${a}` ? 1.5 : a.startsWith('www.') && b.startsWith('www.') ? 0.7 : 1;
  const paths = Math.min(samePath / enoughPaths, 1) * Math.min(samePath / Math.max(1, pages), 1);
  return (address === 'same' ? 1 : 0.5) * names * prefix * paths;
}

/** Whether two hosts count as one server. */
export function isAlias(evidence: AliasEvidence): boolean {
  // A product of decimal fractions may miss the threshold by its last digit.
  return evidence.samePath >= leastSamePath && scoreOf(evidence) >= threshold - 1e-9;
}

export interface AliasCluster {
  /** The one that comes first in `inOrder`, which the others are aliases of. */
  readonly preferred: HostName;
  readonly aliases: readonly HostName[];
  readonly evidence: readonly AliasEvidence[];
}

/**
 * Hosts that lead to each other by pairs that count, as groups.
 * @param inOrder which of two hosts is the better one to keep: negative when the first is
 */
export function clustersOf(
  pairs: readonly AliasEvidence[],
  inOrder: (a: HostName, b: HostName) => number,
): readonly AliasCluster[] {
  const groupOf = new Map<HostName, Set<HostName>>();
  const found = pairs.filter(isAlias);
  for (const { hosts } of found) {
    const joined = new Set(hosts.flatMap((host) => [host, ...(groupOf.get(host) ?? [])]));
    for (const host of joined) groupOf.set(host, joined);
  }
  return [...new Set(groupOf.values())].map((group) => {
    const [preferred, ...aliases] = [...group].sort(inOrder) as [HostName, ...HostName[]];
    const evidence = found.filter(({ hosts: [one] }) => group.has(one));
    return { preferred, aliases, evidence: evidence.toSorted((a, b) => scoreOf(b) - scoreOf(a)) };
  });
}
