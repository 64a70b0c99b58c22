/** What Winnow can do with a body: parse it as markup, take it as text, or nothing. */
export type Format = 'html' | 'text' | 'unsupported';

export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  /** The `charset` parameter as it was written, when there is one. */
  readonly charset?: string;
}

const formats: ReadonlyMap<string, Format> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/plain', 'text'],
  ['text/markdown', 'text'],
  ['text/x-markdown', 'text'],
  ['text/csv', 'text'],
  ['text/tab-separated-values', 'text'],
]);

/**
 * Which parser a media type has. Of `text/*` only what people read as it stands counts as text: style sheets,
 * scripts, calendars, XML and RTF do not.
 */
export function formatOf(essence: string): Format {
  return formats.get(essence) ?? 'unsupported';
}

/** Values that say nothing, for which WHATWG MIME Sniffing (§7) has the bytes looked at. */
const unknown = new Set(['unknown/unknown', 'application/unknown', '*/*']);

/** Whether a body of this `Content-Type` can be read, as far as that can be told before it is there. */
export function mayBeRead(contentType: string): boolean {
  const declared = parseContentType(contentType);
  return (
    declared === undefined || unknown.has(declared.essence) || formatOf(declared.essence) !== 'unsupported'
  );
}

const essencePattern = /^[\t\n\r ]*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)[\t\n\r ]*(?:;|$)/;
const charsetPattern = /;[\t\n\r ]*charset=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i;

/**
 * Essence and charset of a `Content-Type` header, after WHATWG MIME Sniffing §4.4. Of several values joined by
 * commas the last valid one counts, as the Fetch standard has it; undefined when none is valid.
 */
export function parseContentType(header: string): MediaType | undefined {
  let found: MediaType | undefined;
  for (const value of header.includes(',') ? splitOutsideQuotes(header) : [header]) {
    const essence = essencePattern.exec(value)?.[1]?.toLowerCase();
    if (essence === undefined || (essence === '*/*' && found !== undefined)) continue;
    const match = charsetPattern.exec(value);
    const charset = match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2]?.trim();
    const inherited = found?.essence === essence ? found.charset : undefined;
    const known = charset === undefined || charset === '' ? inherited : charset;
    found = known === undefined ? { essence } : { essence, charset: known };
  }
  return found;
}

function splitOutsideQuotes(header: string): readonly string[] {
  return header.match(/(?:"(?:[^"\\]|\\.)*"?|[^",])+/g) ?? [];
}
