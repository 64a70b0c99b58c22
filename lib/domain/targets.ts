import { hash } from 'node:crypto';
import type { Link } from './link.ts';

/** 16 hex digits, equal for pages that link to the same set of URLs. */
export function targetsDigest(links: readonly Link[]): string {
  const targets = [...new Set(links.map((link) => link.url))].sort();
  return hash('sha256', targets.join('\n'), 'hex').slice(0, 16);
}
