import { registeredDomain } from '../../../base/url/registered-domain.ts';
import type { HostName } from '../../../base/url/url.ts';
import { accountOf } from '../../../domain/domains/account.ts';

/** What the ledgers of domains may have of these hosts: nothing lists the items, which hosts lead to. */
export function domainsOfHosts(hosts: readonly string[]): readonly string[] {
  const named = new Set(hosts.map((host) => registeredDomain(host as HostName)));
  return [...named].flatMap((domain) => (domain === undefined ? [] : [domain, accountOf(domain)]));
}
