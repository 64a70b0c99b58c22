import type { JobSettings } from '../settings/settings.ts';
import { registeredDomain } from '../url/registered-domain.ts';
import type { HostName } from '../url/url.ts';

/**
 * The gates that a request to a host needs: always the host's own, so that no two jobs meet there whatever their units
 * are; before it the one that all hosts of its registered domain or of its address share, where the job says so. No key
 * of the one kind is one of the other: no host has a space in it.
 * @param address that the host stands for among those that share one; undefined: not known
 */
export function gateKeys(
  host: HostName,
  { unit }: Pick<JobSettings['politeness'], 'unit'>,
  address?: string,
): readonly [string] | readonly [string, string] {
  const domain = unit === 'domain' ? registeredDomain(host) : undefined;
  if (domain !== undefined) return [`domain ${domain}`, host];
  return unit === 'address' && address !== undefined ? [`address ${address}`, host] : [host];
}
