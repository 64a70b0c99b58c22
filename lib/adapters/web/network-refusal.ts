import type { CanonicalUrl } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { bareHost, networkPolicy, notPublic } from './network-policy.ts';

const loopback: readonly string[] = ['127.0.0.1', '::1'];

/**
 * Why a request for a URL would be refused, as far as this shows without looking up its host: by its port, its address,
 * or a name that always means this machine (RFC 6761 §6.3). Undefined when nothing is against it.
 */
export function networkRefusal(
  url: CanonicalUrl,
  { allow, ports }: Pick<JobSettings['network'], 'allow' | 'ports'>,
): string | undefined {
  const { hostname, port, protocol } = new URL(url);
  const host = bareHost(hostname);
  const policy = networkPolicy(allow, ports);
  const refusal = policy.refusal(host, port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));
  if (refusal !== undefined) return refusal;
  const isOwn = host === 'localhost' || host.endsWith('.localhost');
  return isOwn && !loopback.some((address) => policy.permits(address, host)) ? notPublic(host) : undefined;
}
