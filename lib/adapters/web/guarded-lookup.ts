import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { codedError } from './failure.ts';
import type { NameCache } from './name-cache.ts';
import { bareHost, type NetworkPolicy, notPublic } from './network-policy.ts';

/** The most addresses of a name that are tried; further ones add time and rarely help. */
const maxAddresses = 4;

/** The addresses of a host that may be connected to, at least one. Rejects with ADDRESS_REFUSED when there is none. */
export type GuardedLookup = (host: string) => Promise<readonly LookupAddress[]>;

export function guardedLookup(policy: NetworkPolicy, names: NameCache): GuardedLookup {
  return async (host) => {
    const family = isIP(host);
    const found = family === 0 ? await names.lookup(host) : [{ address: host, family }];
    const permitted = found.filter(({ address }) => policy.permits(address, host)).slice(0, maxAddresses);
    if (permitted.length > 0) return permitted;
    throw codedError('ADDRESS_REFUSED', notPublic(`${host} (${found[0]?.address ?? 'no address'})`));
  };
}

/** A guarded lookup in the form that `net.connect` takes. */
export function socketLookup(lookup: GuardedLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(bareHost(hostname)).then(
      (found) => {
        const [first] = found;
        if (options.all === true || first === undefined) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}
