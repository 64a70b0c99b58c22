import { getDomain } from 'tldts';

/** Private suffixes (`github.io`) are suffixes: each of their customers has a domain. Hosts are canonical already. */
const options = { allowPrivateDomains: true, validateHostname: false, extractHostname: false } as const;

/**
 * The registered domain of a host by the Public Suffix List: what somebody had to ask a registry for. Undefined for an
 * IP address, a public suffix, and a name of one part. A port does not matter.
 */
export function registeredDomain(host: string): string | undefined {
  if (host.endsWith(']')) return undefined;
  const port = host.lastIndexOf(':');
  return getDomain(port === -1 ? host : host.slice(0, port), options) ?? undefined;
}
