import { isIP } from 'node:net';
import { Refused } from './problem.ts';

export interface Names {
  /** Only programs of this machine reach the server. */
  readonly isLoopback: boolean;
  /** Names under which clients reach it beside its addresses: those of a proxy before it. */
  readonly names: readonly string[];
}

/** Whether an address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(address) || address === '::1' || address === 'localhost';
}

/**
 * Refuses what a page in somebody's browser asks for: under a name that its owner leads to this server (DNS rebinding), or from another
 * origin. @throws Refused
 */
export function refuseForeign(headers: Headers, { isLoopback, names }: Names): void {
  const host = headers.get('host') ?? '';
  const parsed = /[/\\?#@]/.test(host) ? undefined : URL.parse(`http://${host}/`);
  const name = parsed?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isOurs =
    isLoopbackAddress(name) || names.includes(name) || (!isLoopback && isIP(name) > 0 && name !== '0.0.0.0');
  if (!isOurs)
    throw new Refused(421, 'this server has another name: `winnow serve --name NAME` gives it one');
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site') ?? 'none';
  const isForeign = origin !== null && origin !== `http://${host}` && origin !== `https://${host}`;
  if (isForeign || !['none', 'same-origin'].includes(site))
    throw new Refused(403, 'pages of other origins are not answered');
}

/** So many requests a second, and so many at once after a rest. */
export interface Rate {
  readonly perSecond: number;
  readonly atOnce: number;
}

/** Counts requests by who asks; those without a token share one count. @param now monotonic ms */
export function rateLimit({ perSecond, atOnce }: Rate, now: () => number): (who: string) => void {
  const left = new Map<string, { readonly at: number; readonly requests: number }>();
  return (who) => {
    const at = now();
    const { requests, at: before } = left.get(who) ?? { requests: atOnce, at };
    const have = Math.min(atOnce, requests + ((at - before) / 1_000) * perSecond);
    left.set(who, { at, requests: Math.max(0, have - 1) });
    if (have < 1)
      throw new Refused(429, `at most ${perSecond} requests a second are answered`, {
        'retry-after': '1',
      });
  };
}

/** Gives somebody one of so many places, and so many of them to each. @returns gives it back */
export function limitPlaces(all: number, each: number): (who: string) => () => void {
  const taken = new Map<string, number>();
  let count = 0;
  return (who) => {
    const has = taken.get(who) ?? 0;
    if (count >= all || has >= each)
      throw new Refused(429, `at most ${all} answers without an end are given at once, ${each} to a token`);
    count++;
    taken.set(who, has + 1);
    return () => {
      count--;
      taken.set(who, (taken.get(who) ?? 1) - 1);
    };
  };
}
