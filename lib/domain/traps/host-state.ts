import type { Json } from '../base/json.ts';
import { type HostBody, type PartCodec, stateIn } from '../frontier/body.ts';
import { emptyAccounts, type TrapAccounts } from './accounts.ts';
import { hashesOf, restoreAccounts, type StoredAccounts, storeAccounts } from './stored-accounts.ts';

/** What is known of a host's traps. */
const trapState: PartCodec<TrapAccounts> = {
  name: 'traps',
  version: 1,
  empty: emptyAccounts,
  encode: (accounts) => storeAccounts(accounts) as Json | undefined,
  bytesOf: hashesOf,
  decode: (stored, _, bytes) => restoreAccounts(stored as unknown as StoredAccounts, bytes),
  // Ids are never used again: pending URLs have them.
  shed: (accounts) => Object.assign(accounts, { ...emptyAccounts(), nextId: accounts.nextId }),
};

/** What is known of the traps of a host. */
export function trapAccounts({ parts }: Pick<HostBody, 'parts'>): TrapAccounts {
  return stateIn(parts, trapState);
}
