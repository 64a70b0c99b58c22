import type { Md5 } from '../../domain/collection/record.ts';
import { KeySet, pairKey } from '../../domain/sanity/key-set.ts';
import type { Fingerprint } from '../../domain/url/fingerprint.ts';
import { fingerprint } from '../../domain/url/fingerprint.ts';
import type { CanonicalUrl, HostName } from '../../domain/url/url.ts';
import type { Job } from '../../ports/jobs.ts';

/** Pairs that are kept at once: some 100 MB. Of larger jobs the records are gone through in slices, each with a pass over the hosts. */
export const maxPairs = 4_000_000;

/**
 * Which URLs lead to which records, as their hosts know it: collected while the hosts are gone through, matched while the records are.
 * What is left unmatched on either side is looked at closely; all else has been compared without a read.
 */
export interface UrlRecordPairs {
  /** Of the slices into which the records are divided by their MD5s, the one that this is about, from 0. */
  readonly slice: number;
  readonly slices: number;
  has(md5: Md5): boolean;
  add(url: Fingerprint, md5: Md5, host: HostName): void;
  /** Says that a record has a URL. False: its host does not know that it leads there. */
  match(url: CanonicalUrl, md5: Md5): boolean;
  /** Whether a pair was collected, and no record has its URL. */
  isUnmatched(url: Fingerprint, md5: Md5): boolean;
  /** Whether a host may have an unmatched pair. */
  concerns(): (host: HostName) => boolean;
}

export function openUrlRecordPairs({ fingerprintKey }: Job, slice: number, slices: number): UrlRecordPairs {
  const set = new KeySet();
  return {
    slice,
    slices,
    has: (md5) => sliceOf(md5, slices) === slice,
    add: (url, md5, host) => void set.add(pairKey(url, md5), groupOf(host)),
    match: (url, md5) => set.match(pairKey(fingerprint(fingerprintKey, url), md5)),
    isUnmatched: (url, md5) => !set.isMatched(pairKey(url, md5)),
    concerns() {
      const groups = set.unmatched();
      return (host) => groups.has(groupOf(host));
    },
  };
}

/** Slices follow upon each other in the order of MD5s. */
function sliceOf(md5: Md5, slices: number): number {
  return Math.floor((Number.parseInt(md5.slice(0, 8), 16) / 2 ** 32) * slices);
}

/** FNV-1a. */
function groupOf(host: HostName): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < host.length; at += 1) hash = Math.imul(hash ^ host.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
