import { identityOf } from './identity.ts';
import type { CanonicalUrl, HostName } from './url.ts';
import type { UrlSettings } from './url-settings.ts';

/**
 * Returns the host under which settings file the URLs of a host: the preferred host of an alias, else the host itself.
 */
export function presentHost(settings: { readonly url: UrlSettings }, host: HostName): HostName {
  const canonical = identityOf(settings).refine(`http://${host}/`);
  return canonical.ok ? canonical.host : host;
}

/** Returns a stored URL in the canonical form of the present settings; its host may change. */
export function presentName(settings: { readonly url: UrlSettings }, url: CanonicalUrl): CanonicalUrl {
  const canonical = identityOf(settings).refine(url);
  return canonical.ok ? canonical.url : url;
}
