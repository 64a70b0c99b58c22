import type { Visit } from '../frontier/entry.ts';

/** What tells a server which version of a page is known (RFC 9110 §8.8). */
export type Validators = Pick<Visit, 'etag' | 'lastModified'>;

type Headers = Readonly<Record<string, string>>;

/** A validator that is longer is not kept at all: cut off, it would never match, and whole it would swell the body. */
const maxValidator = 512;

/** The validators of an answer, as they came: a server compares them with what it would send now. */
export function validatorsOf({ etag, 'last-modified': lastModified }: Headers): Validators {
  return {
    ...(isUsable(etag) ? { etag } : {}),
    ...(isUsable(lastModified) ? { lastModified } : {}),
  };
}

/** `*` would match whatever the server has (RFC 9110 §13.1.2), and a control character cannot be sent back. */
function isUsable(validator: string | undefined): validator is string {
  return (
    validator !== undefined &&
    validator.length <= maxValidator &&
    validator !== '*' &&
    /^[\x20-\x7e\x80-\xff]+$/.test(validator)
  );
}

export function knownValidators(visit: Validators | undefined): Validators {
  return {
    ...(visit?.etag === undefined ? {} : { etag: visit.etag }),
    ...(visit?.lastModified === undefined ? {} : { lastModified: visit.lastModified }),
  };
}

/**
 * The header fields that ask for a page only if it has changed; undefined when nothing is known by which to tell. Both
 * validators are sent when both are known (§13.1.3: a server that knows If-None-Match passes over the other).
 */
export function conditionsOf(known: Validators): Headers | undefined {
  const { etag, lastModified } = known;
  if (etag === undefined && lastModified === undefined) return undefined;
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

/**
 * The validators after a 304: those that it brings, and of those that it leaves out the old ones (RFC 9111 §4.3.4). When
 * its entity tag is that of another version, none: it does not say what it seems to, and the next visit asks anew.
 */
export function revalidated(known: Validators, headers: Headers): Validators {
  const fresh = validatorsOf(headers);
  const differs =
    fresh.etag !== undefined && known.etag !== undefined && opaque(fresh.etag) !== opaque(known.etag);
  return differs ? {} : { ...known, ...fresh };
}

/** Weak comparison (RFC 9110 §8.8.3.2) is that of what stands between the quotes. */
function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}
