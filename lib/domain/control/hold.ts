import { WinnowError } from '../../base/error.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import type { HostName } from '../../base/url/url.ts';

export type HoldVerb = 'pause' | 'stop' | 'drain' | 'block';

/** A hold on a host, or on a domain with all its hosts: nothing is fetched from them until the hold is lifted. */
export interface Hold {
  /** Lower case, punycode. With a port: this host alone. Without: this name and every name below it, at any port. */
  readonly what: string;
  readonly verb: HoldVerb;
  /** Epoch ms. */
  readonly at: number;
  readonly reason: string;
  /** Present if the records of these hosts are purged: epoch ms when the purge was requested. */
  readonly purge?: number;
  /** The purge is complete: no covered host has records left. */
  readonly purged?: true;
}

/** Reads a host or domain as people write it, with or without scheme and path; undefined if the text is neither. */
export function holdName(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/s, '');
  if (bare === '' || /[\s?#@]|:$/.test(bare) || bare.startsWith('.')) return undefined;
  const canonical = canonicalise(`http://${bare}/`);
  // A hold covers all names below its name; a wildcard would match no host.
  if (!canonical.ok || canonical.host.includes('*')) return undefined;
  return canonical.host.endsWith(':443') ? canonical.host.slice(0, -4) : canonical.host;
}

/** The host or domain that somebody names. @throws WinnowError `usage` */
export function namedHost(text: string): string {
  const what = holdName(text);
  if (what !== undefined) return what;
  throw new WinnowError(
    'usage',
    `host: ${JSON.stringify(text.slice(0, 100))} names no host or domain (a domain means every host below it, without a wildcard)`,
  );
}

/** Returns the hold on a host: a block if there is one, else the latest hold; undefined if there is none. */
export function holdOn(holds: readonly Hold[] | undefined, host: HostName): Hold | undefined {
  let found: Hold | undefined;
  for (const hold of holds ?? []) {
    if (!covers(hold.what, host)) continue;
    if (hold.verb === 'block') return hold;
    found = hold;
  }
  return found;
}

/** Whether a hold on `what` covers a host: the same host, or one below the name. No host is below an IP address. */
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
