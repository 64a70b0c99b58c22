import { hash } from 'node:crypto';

/** Characters of a host name that may stand in a file name on any system (`:` and `*` may not on Windows). */
const unsafe = /[^a-z0-9.-]/g;

/**
 * How files of a host begin: `<aa>/<hash16>-<host>`, `aa` of the hash, which is the host's; the host is there for people,
 * shortened and with `_` for what is unsafe.
 */
export function hostFile(host: string): string {
  const digest = hash('sha256', host).slice(0, 16);
  return `${digest.slice(0, 2)}/${digest}-${host.replace(unsafe, '_').slice(0, 100)}`;
}
