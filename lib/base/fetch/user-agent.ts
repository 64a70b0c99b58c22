import type { Identity } from './identity-settings.ts';

/** Returns the User-Agent of every request: product token, version, and a contact for complaints (RFC 9110 §10.1.5). */
export function userAgent(identity: Identity, version: string): string {
  return `${identity.product}/${version}${identity.contact === undefined ? '' : ` (+${identity.contact})`}`;
}
