import { compileIdentity } from './identity.ts';
import type { Canonical } from './url.ts';
import { parseOnly } from './url-settings.ts';

/**
 * The URL of something that is no page of a job: a robots.txt, a contact, a base. The WHATWG parse, and host without
 * trailing dot, no userinfo, no fragment; the pages of a job have its own identity (`identityOf`), which never undoes
 * any of this. Idempotent.
 */
export function canonicalise(raw: string, base?: string): Canonical {
  return plain.canonicalise(raw, base);
}

const plain = compileIdentity(parseOnly);
