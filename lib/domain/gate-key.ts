import type { JobSettings } from './settings.ts';
import { registeredDomain } from './url/registered-domain.ts';
import type { HostName } from './url.ts';

/**
 * The gates that a request to a host needs: always the host's own, so that no two jobs meet there whatever their units
 * are; before it the one that all hosts of its registered domain share, where the job says so. No key of the one kind
 * is one of the other: no host has a space in it.
 */
export function gateKeys(
  host: HostName,
  { unit }: Pick<JobSettings['politeness'], 'unit'>,
): readonly [string] | readonly [string, string] {
  const domain = unit === 'domain' ? registeredDomain(host) : undefined;
  return domain === undefined ? [host] : [`domain ${domain}`, host];
}
