import { identityOf } from './identity.ts';
import type { CanonicalUrl, HostName } from './url.ts';
import type { UrlSettings } from './url-settings.ts';

/** The host that the URLs of a host are of by some settings: itself, unless it is an alias of another. */
export function presentHost(settings: { readonly url: UrlSettings }, host: HostName): HostName {
  const named = identityOf(settings).refine(`http://${host}/`);
  return named.ok ? named.host : host;
}

/** A URL by its present name, of whichever host. */
export function presentName(settings: { readonly url: UrlSettings }, url: CanonicalUrl): CanonicalUrl {
  const named = identityOf(settings).refine(url);
  return named.ok ? named.url : url;
}
