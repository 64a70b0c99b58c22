import { registeredDomain } from '../../base/url/registered-domain.ts';
import type { HostName } from '../../base/url/url.ts';
import type { PolitenessSettings } from './politeness-settings.ts';

/**
 * Returns the keys of the gates that a request to a host needs. The last is always the gate of the host, so that two
 * jobs never request it at the same time, whatever their units. If the job says so, the gate that all hosts of the
 * registered domain or of the IP address share comes first. The keys of the two kinds differ, because host names
 * contain no space.
 * @param address shared address by which the host is known; undefined: not known
 */
export function gateKeys(
  host: HostName,
  { unit }: Pick<PolitenessSettings, 'unit'>,
  address?: string,
): readonly [string] | readonly [string, string] {
  const domain = unit === 'domain' ? registeredDomain(host) : undefined;
  if (domain !== undefined) return [`domain ${domain}`, host];
  return unit === 'address' && address !== undefined ? [`address ${address}`, host] : [host];
}
