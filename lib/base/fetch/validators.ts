/** Validators, which tell the server which version of a page is known (RFC 9110 §8.8). */
export interface Validators {
  /** The ETag as received. */
  readonly etag?: string;
  /** The Last-Modified header as received. */
  readonly lastModified?: string;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Longer validators are dropped: cut off they would never match, and whole they would enlarge the host's body.
 * Characters.
 */
const maxValidator = 512;

/** Returns the validators of an answer, unchanged, because the server compares them literally. */
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

/** Returns the validators that are stored for a URL. */
export function knownValidators(visit: Validators | undefined): Validators {
  return {
    ...(visit?.etag === undefined ? {} : { etag: visit.etag }),
    ...(visit?.lastModified === undefined ? {} : { lastModified: visit.lastModified }),
  };
}

/**
 * Returns the header fields that request a page only if it has changed; undefined if there are no validators. If both
 * are known, both are sent: a server that supports If-None-Match ignores If-Modified-Since (RFC 9110 §13.1.3).
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
 * Returns the validators after a 304: those of the answer, and the old ones for fields that it leaves out (RFC 9111
 * §4.3.4). Returns none if the answer carries the entity tag of another version: such a 304 cannot be trusted, and the
 * next visit is unconditional.
 */
export function revalidated(known: Validators, headers: Headers): Validators {
  const fresh = validatorsOf(headers);
  const differs =
    fresh.etag !== undefined && known.etag !== undefined && opaqueTag(fresh.etag) !== opaqueTag(known.etag);
  return differs ? {} : { ...known, ...fresh };
}

/** Returns the opaque tag of an entity tag, which weak comparison compares (RFC 9110 §8.8.3.2). */
function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '');
}
