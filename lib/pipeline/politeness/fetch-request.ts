import { defined } from '../../base/defined.ts';
import type { Identity } from '../../base/fetch/identity-settings.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { version } from '../../base/version.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { FetchRequest } from '../../ports/web.ts';

/** The parts of a request that its caller chooses, beside the URL. */
export type RequestOptions = Partial<
  Pick<FetchRequest, 'method' | 'headers' | 'wanted' | 'sink' | 'maxBytes' | 'overMaxBytes'>
>;

/**
 * The request for a URL by the settings of its job and host.
 * @param timeoutMs the limit of the settings, or the time left of the turn
 * @param cookie the Cookie header, if there is one
 */
export function fetchRequest(
  settings: JobSettings,
  url: CanonicalUrl,
  asked: RequestOptions | undefined,
  { timeoutMs, cookie }: { readonly timeoutMs: number; readonly cookie?: string | undefined },
): FetchRequest {
  const { identity, network } = settings;
  const { fetch } = settingsFor(settings, url);
  const from = fromAddress(identity);
  const { acceptLanguage, credentials } = fetch;
  return {
    url,
    userAgent: userAgent(identity),
    timeoutMs,
    connectMs: fetch.connectTimeoutMs,
    headersMs: fetch.headersTimeoutMs,
    idleMs: fetch.idleTimeoutMs,
    maxBytes: fetch.maxBytes,
    overMaxBytes: fetch.overMaxBytes,
    earlyEnd: fetch.earlyEnd,
    http2: fetch.http2,
    ...network,
    ...defined({ credentials }),
    ...asked,
    headers: {
      ...defined({ from, 'accept-language': acceptLanguage, cookie }),
      ...asked?.headers,
    },
  };
}

/** The contact for a From header (RFC 9110 §10.1.2), if it is a mail address. */
function fromAddress({ contact, from }: Identity): string | undefined {
  return from && contact?.startsWith('mailto:') ? contact.slice('mailto:'.length) : undefined;
}

/** Returns the User-Agent of every request: product token, version, and a contact for complaints (RFC 9110 §10.1.5). */
function userAgent({ product, contact }: Identity): string {
  return `${product}/${version}${contact === undefined ? '' : ` (+${contact})`}`;
}
