import type { HostName } from './url.ts';

/** The key of the gate that protects a host: the host itself, until a job may ask for a wider unit. */
export function gateKey(host: HostName): string {
  return host;
}
