/** How one request is made, and what is taken of its answer. Times in ms; whichever passes first ends the request. */
export interface FetchSettings {
  /** From looking up the name to the last byte. */
  readonly timeoutMs: number;
  /** Until the connection stands: name, TCP, TLS, and whatever a proxy takes. */
  readonly connectTimeoutMs: number;
  /** From the request to the head of the answer. */
  readonly headersTimeoutMs: number;
  /** Between two pieces of the body. */
  readonly idleTimeoutMs: number;
  /** Cap on the decoded body. */
  readonly maxBytes: number;
  /** What becomes of a longer one: its beginning is taken, or nothing. */
  readonly overMaxBytes: 'truncate' | 'refuse';
  readonly maxTries: number;
  /** Redirects in a row that are followed. */
  readonly maxRedirects: number;
  /** Extensions, lower-case, of what HEAD asks for before GET does. */
  readonly headFirst: readonly string[];
  /** HTTP/2 where a server offers it. */
  readonly http2: boolean;
  /** What a server sets is sent back to it for the rest of the turn. */
  readonly cookies: boolean;
  /** The Accept-Language header; absent: none. */
  readonly acceptLanguage?: string;
  /** Name of the secret with user names, passwords and headers for some sites; never the secret itself. */
  readonly credentials?: string;
}

/** What was so before there were settings for it. */
export const earlierFetchSettings = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 150_000,
  idleTimeoutMs: 150_000,
  overMaxBytes: 'truncate',
  http2: false,
  cookies: false,
} as const satisfies Partial<FetchSettings>;
