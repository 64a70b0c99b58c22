import { hash } from 'node:crypto';

/** Characters of a host name that may stand in a file name on any system (`:` and `*` may not on Windows). */
const unsafe = /[^a-z0-9.-]/g;

/**
 * The beginning of the names of a host's files: `<aa>/<hash16>-<host>`. `aa` and `hash16` are from the hash of the host
 * name. `<host>` is for people: shortened, and with `_` for unsafe characters.
 */
export function hostFile(host: string): string {
  const digest = hash('sha256', host).slice(0, 16);
  return `${digest.slice(0, 2)}/${digest}-${host.replace(unsafe, '_').slice(0, 100)}`;
}
