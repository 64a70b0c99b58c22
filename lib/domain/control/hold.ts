import { canonicalise } from '../url/canonicalise.ts';
import type { HostName } from '../url/url.ts';

export type HoldVerb = 'pause' | 'stop' | 'drain' | 'block';

/** A host, or a domain with all hosts of it, of which nothing is fetched until the hold is lifted. */
export interface Hold {
  /** Lower case, punycode; with a port it is that host alone, else the name and every name below it, at any port. */
  readonly what: string;
  readonly verb: HoldVerb;
  /** Epoch ms. */
  readonly at: number;
  readonly reason: string;
  /** Its records go, too: epoch ms when that was asked for. */
  readonly purge?: number;
  /** They are gone: no host that it covers has any left to give up. */
  readonly purged?: true;
}

/** Blocks of one job, and as many other holds: they are read with every turn. */
export const maxHolds = 200;

/**
 * After so long, ms, a job that has no turns otherwise has none for a purge either, although a host has not given up its
 * records: what that host knows cannot be read.
 */
export const purgeServedMs = 7 * 86_400_000;

/** A host or domain as people write one, with scheme and path or without; undefined for what is none. */
export function holdName(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/s, '');
  if (bare === '' || /[\s?#@]|:$/.test(bare) || bare.startsWith('.')) return undefined;
  const canonical = canonicalise(`http://${bare}/`);
  // A wildcard would hold nothing: a name holds all below it.
  if (!canonical.ok || canonical.host.includes('*')) return undefined;
  return canonical.host.endsWith(':443') ? canonical.host.slice(0, -4) : canonical.host;
}

/** What holds a host: a block before all else, then the latest; undefined when nothing does. */
export function holdOn(holds: readonly Hold[] | undefined, host: HostName): Hold | undefined {
  let found: Hold | undefined;
  for (const hold of holds ?? []) {
    if (!covers(hold.what, host)) continue;
    if (hold.verb === 'block') return hold;
    found = hold;
  }
  return found;
}

/** Whether a host is the one that is named, or one below it. An address has none below it. */
export function covers(what: string, host: string): boolean {
  if (host === what) return true;
  const name = withoutPort(host);
  if (name === what) return true;
  return !isAddress(what) && name.endsWith(`.${what}`);
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}

function isAddress(what: string): boolean {
  return what.startsWith('[') || /(?:^|\.)\d+$/.test(what);
}

/** Puts a hold on top of those that there are: of one name and verb there is one, the first, and a purge is kept. */
export function withHold(holds: readonly Hold[] | undefined, hold: Hold): readonly Hold[] {
  const known = holds?.find(({ what, verb }) => what === hold.what && verb === hold.verb);
  if (known === undefined) return [...(holds ?? []), hold];
  if (hold.purge === undefined || known.purge === hold.purge) return holds ?? [];
  const { purged: _, ...rest } = known;
  return (holds ?? []).map((one) => (one === known ? { ...rest, purge: hold.purge as number } : one));
}

/** Whether there is no room for a hold. Blocks have room of their own: hosts that are paused do not use up that of takedowns. */
export function isFull(holds: readonly Hold[] | undefined, { verb }: Pick<Hold, 'verb'>): boolean {
  const isBlock = verb === 'block';
  return (holds ?? []).filter((one) => (one.verb === 'block') === isBlock).length >= maxHolds;
}

/** With a purge marked as over, unless another one of the same name was asked for since. */
export function withPurged(holds: readonly Hold[] | undefined, what: string, purge: number): readonly Hold[] {
  return (holds ?? []).map((one) =>
    one.what === what && one.purge === purge ? { ...one, purged: true as const } : one,
  );
}

/** Whether turns without pages are to be had although the job has none: somebody wants records gone. */
export function isPurging(holds: readonly Hold[] | undefined, now: number): boolean {
  return (
    holds?.some(({ purge, purged }) => purge !== undefined && !purged && now < purge + purgeServedMs) ?? false
  );
}
