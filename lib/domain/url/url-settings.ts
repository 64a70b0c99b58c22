/**
 * The `url:` section of a job: which steps make two spellings of a URL one page. What a client does to every URL before
 * it asks (the WHATWG parse, and with it host case, punycode, default port and dot segments) cannot be turned off.
 */
export interface UrlSettings {
  /** Takes spaces out of a host that is none because of them. */
  readonly repairHost: boolean;
  /** Takes `\\` in a path for a character, not for a slash. */
  readonly encodeBackslash: boolean;
  readonly dropTrailingDot: boolean;
  readonly dropUserinfo: boolean;
  readonly dropFragment: boolean;
  readonly normalisePercent: boolean;
  readonly removeSessionIds: boolean;
  /** Patterns (`namePattern`) of parameters of query and path; in round brackets, of whole path segments. */
  readonly sessionIds: readonly string[];
  readonly collapseSlashes: boolean;
  readonly removeTracking: boolean;
  /** Patterns (`namePattern`) of parameters of the query. */
  readonly tracking: readonly string[];
  readonly dropEmptyParameters: boolean;
  readonly collapseRepeated: boolean;
  readonly sortQuery: boolean;
  /** Preferred host by alias, hosts with their port unless it is 80 or 443; no preferred host is itself an alias. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Combine's seven (`sessionids`), and the segments in which ASP.NET keeps a session without cookies. */
export const defaultSessionIds = [
  'sessionid',
  'lsessionid',
  'jsessionid',
  'SID',
  'PHPSESSID',
  'SessionID',
  'BV_SessionID',
  '(S(*))',
  '(A(*)S(*))',
  '(X(*)S(*))',
] as const;

/** What the large advertisers, mailers and social networks hang on links; none of them names a page. */
export const defaultTracking = [
  'utm_*',
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  '_gl',
  '_ga',
  'fbclid',
  'msclkid',
  'yclid',
  'twclid',
  'ttclid',
  'igshid',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  '_hsenc',
  '_hsmi',
  'hsCtaTracking',
  'vero_id',
  'oly_anon_id',
  'oly_enc_id',
] as const;

export const defaultUrlSettings: UrlSettings = {
  repairHost: false,
  encodeBackslash: false,
  dropTrailingDot: true,
  dropUserinfo: true,
  dropFragment: true,
  normalisePercent: true,
  removeSessionIds: true,
  sessionIds: defaultSessionIds,
  collapseSlashes: false,
  removeTracking: false,
  tracking: defaultTracking,
  dropEmptyParameters: false,
  collapseRepeated: true,
  sortQuery: false,
  aliases: {},
};

/** The parse, and nothing else but host without trailing dot, no userinfo and no fragment. */
export const parseOnly: UrlSettings = {
  ...defaultUrlSettings,
  normalisePercent: false,
  removeSessionIds: false,
  sessionIds: [],
  tracking: [],
  collapseRepeated: false,
};

/** A pattern of `sessionIds` in round brackets means a segment of the path, the others a parameter. */
export function isSegmentPattern(pattern: string): boolean {
  return pattern.startsWith('(');
}
