import { compileIdentity } from './identity.ts';
import type { Canonical } from './url.ts';
import { parseOnly } from './url-settings.ts';

/**
 * Returns the canonical form of a URL that is not a page of a job: a robots.txt, a contact, a base URL. Parses it as
 * WHATWG says, and drops the trailing dot of the host, userinfo and fragment. Pages of a job get further steps
 * (`identityOf`), which never undo these. Idempotent.
 */
export function canonicalise(raw: string, base?: string): Canonical {
  return plain.canonicalise(raw, base);
}

const plain = compileIdentity(parseOnly);
