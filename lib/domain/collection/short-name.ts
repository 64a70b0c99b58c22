import { hash } from 'node:crypto';

/** A changes object's name in 60 bits, for lists of names that were seen. */
export function shortName(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, 10);
}
