import { hash } from 'node:crypto';
import { siteOf } from '../url/site.ts';

/** Hosts in so many parts, of which a job has one. */
export interface HostShare {
  /** From 1 to `of`. */
  readonly part: number;
  readonly of: number;
}

/**
 * The part of a host, from 1 to `of`: by a hash of the end of its name (`site.ts`), so that all hosts of one registered domain are in
 * the same part. The same in every job and on every machine, also next year.
 */
export function partOf(host: string, of: number): number {
  const digest = hash('md5', siteOf(host));
  return (Number.parseInt(digest.slice(0, 8), 16) % of) + 1;
}
