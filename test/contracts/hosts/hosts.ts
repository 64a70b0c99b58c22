import { describe } from 'vitest';
import type { HostStore } from '../../../lib/ports/hosts.ts';
import type { ContractOptions, Fixture } from '../fixture.ts';
import { hostBodies } from './hosts-body.ts';
import { hostControls } from './hosts-control.ts';
import { hostInboxes } from './hosts-inbox.ts';
import { hostListings } from './hosts-listing.ts';

/** What every adapter of `HostStore` must do. */
export function hostsContract(
  name: string,
  make: () => Promise<Fixture & { readonly hosts: HostStore }>,
  { scale = 1 }: ContractOptions = {},
): void {
  describe(`${name} keeps the contract of HostStore`, () => {
    describe('control', () => hostControls(make));
    describe('body', () => hostBodies(make));
    describe('inbox', () => hostInboxes(make, scale));
    describe('listing', () => hostListings(make, scale));
  });
}
