import { hash } from 'node:crypto';
import { siteOf } from '../../base/url/site.ts';

/** All hosts are divided into `of` parts; the job crawls the hosts of one part. */
export interface HostShare {
  /** From 1 to `of`. */
  readonly part: number;
  /** The number of parts. */
  readonly of: number;
}

/**
 * Returns the part of a host, from 1 to `of`, by a hash of its site (`siteOf`), so that all hosts of one registered
 * domain are in the same part. The part is the same in every job, on every machine and in every version.
 */
export function partOf(host: string, of: number): number {
  const digest = hash('md5', siteOf(host));
  return (Number.parseInt(digest.slice(0, 8), 16) % of) + 1;
}
