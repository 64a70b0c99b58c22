import { defaultUrlSettings, parseOnly, type UrlSettings } from '../../../lib/base/url/url-settings.ts';
import type { UrlCase } from './cases.ts';

/** The URL standard and nothing else. */
export const standard: UrlSettings = {
  ...parseOnly,
  dropTrailingDot: false,
  dropUserinfo: false,
  dropFragment: false,
};

/** Combine's `selurl.pm`, with its list of session ids; it keeps user and password. */
export const combine: UrlSettings = {
  ...defaultUrlSettings,
  repairHost: true,
  encodeBackslash: true,
  dropUserinfo: false,
  collapseSlashes: true,
};

/** `sid`, `phpsessid`, `sessionid` and what may stand before them, in any case: Nutch's default pattern. */
const nutchSessionIds = ['', 'l', 'j', 'bv_'].flatMap((prefix) =>
  ['sid', 'phpsessid', 'sessionid'].flatMap((name) => [`${prefix}${name}/i`, `_${prefix}${name}/i`]),
);

const heritrix: Readonly<Record<string, Partial<UrlSettings>>> = {
  StripSessionIDs: {
    removeSessionIds: true,
    sessionIds: ['jsessionid/i', 'phpsessid/i', 'sid/i', 'sessionid/i', 'ASPSESSIONID*/i', '(*S(*)*)/i'],
  },
  StripSessionCFIDs: { removeSessionIds: true, sessionIds: ['CFID/i', 'CFTOKEN/i'] },
  StripUserinfo: { dropUserinfo: true },
  FixupQueryString: { dropEmptyParameters: true },
  Policy: { dropUserinfo: true, dropEmptyParameters: true },
};

/** Our steps as the tested function is configured: the same ones on and off. */
export function profileOf(one: UrlCase): UrlSettings {
  const { options } = one;
  switch (one.suite) {
    case 'crawler-commons-basic-normalizer':
      return {
        ...defaultUrlSettings,
        sessionIds: (options?.removeQueryParams ?? []).map((name) => `${name}/i`),
        collapseSlashes: true,
        dropEmptyParameters: true,
        sortQuery: true,
      };
    case 'nutch-basic-normalizer':
      return { ...defaultUrlSettings, removeSessionIds: false, collapseSlashes: true };
    case 'nutch-regex-normalizer-default':
      return {
        ...defaultUrlSettings,
        sessionIds: nutchSessionIds,
        collapseSlashes: true,
        dropEmptyParameters: true,
      };
    case 'nutch-querystring-normalizer':
      return { ...standard, sortQuery: true };
    case 'stormcrawler-basic-normalizer':
      return {
        ...defaultUrlSettings,
        removeTracking: true,
        tracking: options?.queryElementsToRemove ?? [],
        sortQuery: (options?.queryElementsToRemove ?? []).length > 0,
      };
    case 'heritrix-canonicalization':
      return { ...standard, dropFragment: true, ...heritrix[options?.rule ?? ''] };
    case 'crawler4j-canonicalizer':
      return { ...defaultUrlSettings, collapseSlashes: true, dropEmptyParameters: true };
    case 'combine-t20':
      return combine;
    case 'w3lib':
      return w3lib(one);
    default:
      return defaultUrlSettings;
  }
}

function w3lib({ kind, options }: UrlCase): UrlSettings {
  const dropFragment = options?.keep_fragments !== true;
  switch (kind) {
    case 'w3lib.canonicalize_url':
      return {
        ...standard,
        dropFragment,
        normalisePercent: true,
        dropEmptyParameters: true,
        sortQuery: true,
      };
    case 'w3lib.safe_download_url':
      return { ...standard, dropFragment: true };
    case 'w3lib.url_query_cleaner':
      return {
        ...standard,
        dropFragment,
        removeTracking: true,
        tracking: [options?.args?.[0] ?? []].flat(),
      };
    default:
      return standard;
  }
}
