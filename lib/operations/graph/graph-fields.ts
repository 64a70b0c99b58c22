import * as z from 'zod/mini';
import { className, field, hostText, optional, whole } from '../input.ts';

/** What reports on the link graph have in common. */
export function classField(says: string) {
  return field(optional(className()), { says, shown: 'class' });
}

export function topField(what: string, most: number, usual: number) {
  const says = `list <count> ${what}, 1 to ${most}`;
  return field(z._default(whole(1, most), usual), { says, shown: 'count' });
}

export const sharedField = () =>
  field(optional(z.array(hostText(), 'must be a list of hosts')), {
    says: 'on <host> and its subdomains each first folder is a site (may be repeated)',
    ...{ flag: 'shared-host', shown: 'host' },
  });

export function sharedOf(hosts: readonly string[] | undefined) {
  return hosts === undefined ? {} : { shared: new Set(hosts) };
}
