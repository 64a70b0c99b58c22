import { defaultsOf, type SettingsOf, section } from '../setting-kinds/section.ts';
import { flag, list, onlyInFile, special, type TextRules, text } from '../setting-kinds/setting.ts';

/** Combine's seven (`sessionids`), and the segments in which ASP.NET keeps a session without cookies. */
const defaultSessionIds = [
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
const defaultTracking = [
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

const name = '[^\\s/?#&;=()]+';
const parameterPattern: TextRules = {
  max: 200,
  pattern: new RegExp(`^${name}(?:/i)?$`),
  expected: 'a name such as utm_* or gclid/i',
};
const secureHost: TextRules = {
  max: 253,
  pattern: /^(?:\*|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)$/,
  expected: 'a host in lower case without a port, or *',
};
const sessionPattern: TextRules = {
  max: 200,
  pattern: new RegExp(`^(?:${name}|\\([^\\s/?#]+\\))(?:/i)?$`),
  expected: 'a name such as PHPSESSID, sid/i, ASPSESSIONID* or (S(*))',
};

/** The `url` section: which spellings of a URL are one page, step by step in the order in which they are taken. */
export const urlSection = section(
  'Which spellings of a URL are one page: the steps from a link to its canonical URL, in this order ([urls.md](urls.md)). Once the job has crawled, `winnow respell` changes them.',
  {
    repairHost: flag(false, {
      description: 'Take spaces (and `%20`) out of an invalid host.',
      why: 'Combine does.',
    }),
    encodeBackslash: flag(false, {
      description: 'Write `\\` in a path as `%5C`; else it is a slash.',
      why: 'Combine does.',
    }),
    dropTrailingDot: flag(true, { description: 'Drop the dot at the end of a host.' }),
    dropUserinfo: flag(true, {
      description: "Drop user and password. If not, they are part of the page's name, but never sent.",
    }),
    dropFragment: flag(true, {
      description: "Drop `#` and all behind it. If not, it is part of the page's name, but never sent.",
    }),
    normalisePercent: flag(true, {
      description:
        'Upper-case digits in percent-encoding, and letters, digits, `-`, `.`, `_` and `~` decoded.',
    }),
    removeSessionIds: flag(true, {
      description: 'Remove what `sessionIds` names.',
    }),
    sessionIds: list(sessionPattern, { max: 1_000 }, defaultSessionIds, {
      description:
        'Names of parameters; in round brackets, path segments. `*`: any characters, `/i`: any case.',
      expected: 'a list of names such as PHPSESSID, sid/i, ASPSESSIONID* or (S(*))',
      why: "Combine's seven, and ASP.NET's.",
    }),
    collapseSlashes: flag(false, {
      description: 'Several `/` in a row in a path become one.',
      why: 'Some servers keep other pages there.',
    }),
    removeTracking: flag(false, {
      description: 'Remove the parameters of the query that `tracking` names.',
    }),
    tracking: list(parameterPattern, { max: 1_000 }, defaultTracking, {
      description: 'Names of parameters, as in `sessionIds`.',
      expected: 'a list of names such as utm_* or gclid',
    }),
    dropEmptyParameters: flag(false, {
      description: 'Drop what stands empty between `&`, and a bare `?`.',
    }),
    collapseRepeated: flag(true, {
      description: 'Of parameters of the query that are written alike keep the first.',
    }),
    sortQuery: flag(false, {
      description: 'Sort the parameters of the query by name; those of one name keep their order.',
    }),
    /** Preferred host by alias, hosts with their port unless it is 80 or 443; no preferred host is itself an alias. */
    aliases: special([], (): Readonly<Record<string, string>> => ({}), {
      description: 'The preferred host, then other names of it.',
      expected: 'a list of lines, each with a preferred host and its aliases',
      example: ['www.example.org example.org example.com'],
    }),
    aliasFile: onlyInFile(
      text({ min: 1 }, undefined, {
        description: 'A file of such lines, relative to this one.',
        expected: 'a path',
        why: "Combine's config_serveralias can be taken as it is.",
        example: 'aliases.txt',
      }),
    ),
    https: list(secureHost, { max: 10_000 }, [], {
      description: 'Hosts whose `http` URLs are `https`; `*`: all. Behind `aliases`.',
      expected: 'a list of hosts without a port, or *',
      example: ['www.example.org'],
    }),
  },
);

/**
 * Which steps make two spellings of a URL one page. What a client does to every URL before it asks (the WHATWG parse,
 * and with it host case, punycode, default port and dot segments) cannot be turned off.
 */
export type UrlSettings = SettingsOf<typeof urlSection.keys>;

export const defaultUrlSettings: UrlSettings = defaultsOf(urlSection);

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
