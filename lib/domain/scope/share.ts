import { hash } from 'node:crypto';
import { registeredDomain } from '../url/registered-domain.ts';

/** Hosts in so many parts, of which a job has one. */
export interface HostShare {
  /** From 1 to `of`. */
  readonly part: number;
  readonly of: number;
}

/**
 * The part of a host, from 1 to `of`: by a hash of its registered domain, so that all hosts of one are in the same part,
 * or of the host where it has none. The same in every job and on every machine.
 */
export function partOf(host: string, of: number): number {
  const digest = hash('md5', registeredDomain(host) ?? host);
  return (Number.parseInt(digest.slice(0, 8), 16) % of) + 1;
}
