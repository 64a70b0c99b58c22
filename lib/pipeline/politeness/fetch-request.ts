import { version } from '../../domain/base/version.ts';
import type { Identity } from '../../domain/fetch/identity-settings.ts';
import { userAgent } from '../../domain/fetch/user-agent.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { FetchRequest } from '../../ports/web.ts';

/** What a request asks for beside the page. */
export type RequestOptions = Partial<
  Pick<FetchRequest, 'method' | 'headers' | 'wanted' | 'sink' | 'maxBytes' | 'overMaxBytes'>
>;

/**
 * A request for a URL as the settings of its job and host want it made.
 * @param timeoutMs what the settings allow, or what is left of the turn
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
    userAgent: userAgent(identity, version),
    timeoutMs,
    connectMs: fetch.connectTimeoutMs,
    headersMs: fetch.headersTimeoutMs,
    idleMs: fetch.idleTimeoutMs,
    maxBytes: fetch.maxBytes,
    overMaxBytes: fetch.overMaxBytes,
    http2: fetch.http2,
    ...network,
    ...(credentials === undefined ? {} : { credentials }),
    ...asked,
    headers: {
      ...(from === undefined ? {} : { from }),
      ...(acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }),
      ...(cookie === undefined ? {} : { cookie }),
      ...asked?.headers,
    },
  };
}

/** The contact as a From header (RFC 9110 §10.1.2), which is a mail address. */
function fromAddress({ contact, from }: Identity): string | undefined {
  return from && contact?.startsWith('mailto:') ? contact.slice('mailto:'.length) : undefined;
}
