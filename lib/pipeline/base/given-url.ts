import type { UrlIdentity } from '../../base/url/identity.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { formatRefusal } from './format.ts';

/** A URL that a person gave to be fetched, or why it cannot be. */
export type GivenUrl =
  | { readonly ok: true; readonly url: CanonicalUrl; readonly host: HostName }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a URL that a person gave. A link's user and password are dropped, as no crawler logs in with them; a person who wrote
 * them expects that they are sent.
 */
export function readGivenUrl({ canonicalise }: Pick<UrlIdentity, 'canonicalise'>, input: string): GivenUrl {
  const canonical = canonicalise(input);
  if (!canonical.ok) return { ok: false, reason: formatRefusal(canonical.refusal) };
  const { username, password } = URL.parse(input) ?? {};
  if (username || password)
    return {
      ok: false,
      reason:
        'it has a user or a password, which no URL carries to a server: put them into a secret (fetch.credentials), and give the URL without them',
    };
  return canonical;
}
