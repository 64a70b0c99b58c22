import type { Md5 } from '../../base/page/page-content.ts';
import type { Fingerprint } from '../../base/url/fingerprint.ts';
import { fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import { KeySet, pairKey } from './flaws/key-set.ts';

/** Pairs in memory: some 100 MB. The records of larger jobs are checked in slices, each with its own pass over the hosts. */
export const maxPairs = 4_000_000;

/**
 * Which URLs lead to which records, by their hosts. The pass over the hosts collects the pairs, the pass over the records
 * matches them. Only what one side lacks is then checked closely; the rest is compared without a read.
 */
export interface UrlRecordPairs {
  /** The slice of the records that the pairs are for, from 0. Slices divide the records by MD5. */
  readonly slice: number;
  readonly slices: number;
  has(md5: Md5): boolean;
  add(url: Fingerprint, md5: Md5, host: HostName): void;
  /** Notes that a record has a URL. False: the URL's host does not say that it leads to the record. */
  match(url: CanonicalUrl, md5: Md5): boolean;
  /** Whether a pair was collected whose record does not have the URL. */
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

/** Slices are in the order of the MD5s. */
function sliceOf(md5: Md5, slices: number): number {
  return Math.floor((Number.parseInt(md5.slice(0, 8), 16) / 2 ** 32) * slices);
}

/** Groups hosts by the FNV-1a hash of their names. */
function groupOf(host: HostName): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < host.length; at += 1) hash = Math.imul(hash ^ host.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
