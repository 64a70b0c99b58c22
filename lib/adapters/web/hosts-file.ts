import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const usualPath = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
/** How long the file is cached: a change takes effect after this time. */
const keptMs = 60_000;

/** The addresses that the hosts file of this machine has for a name; empty: none. */
export type HostsFile = (name: string) => Promise<readonly LookupAddress[]>;

/** A file that cannot be read counts as empty. */
export function hostsFile(path = usualPath): HostsFile {
  let names: Promise<ReadonlyMap<string, readonly LookupAddress[]>> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async (name) => {
    if (names === undefined || performance.now() > readAt + keptMs) {
      readAt = performance.now();
      names = readFile(path, 'utf8').then(parseHosts, () => new Map());
    }
    return (await names).get(name) ?? [];
  };
}

/** Addresses by lower-case name, in the order of the file (hosts(5)): an address, its names; `#` begins a comment. */
export function parseHosts(text: string): ReadonlyMap<string, readonly LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...all] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of all) {
      const key = name.toLowerCase();
      const known = names.get(key);
      if (known === undefined) names.set(key, [{ address, family }]);
      else known.push({ address, family });
    }
  }
  return names;
}
