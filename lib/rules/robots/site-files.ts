import { type CanonicalUrl, pathOf } from '../../base/url/url.ts';
import {
  combinePreferences,
  preferencesOf,
  refusalOf,
  type UsagePreferences,
} from '../rights/preferences.ts';
import type { Purpose } from '../rights/purposes.ts';
import { canonicalPath } from './canonical-path.ts';
import { parseRobots, type Robots } from './parse-robots.ts';
import { readTdmrep } from './tdmrep.ts';

export const robotsPath = '/robots.txt';

/** Returns the usage preferences of a file for a page. */
export type SiteStatement = (url: CanonicalUrl, product: string) => UsagePreferences;

/** A file beside robots.txt with the usage preferences of a site. */
export interface SiteFile {
  readonly path: string;
  /** The purposes that the file may state. A job with none of these purposes does not request the file. */
  readonly purposes: readonly Purpose[];
  /**
   * Parses the file; accepts any text, and ignores what it does not understand.
   * @param authority scheme and host of the file
   */
  readonly read: (text: string, authority: string) => SiteStatement;
}

/** The files that are requested, in this order. */
export const siteFiles: readonly SiteFile[] = [
  {
    path: '/.well-known/tdmrep.json',
    purposes: ['ai-input', 'ai-train'],
    read(text) {
      const reserved = readTdmrep(text);
      return (url) => reserved(canonicalPath(pathOf(url)));
    },
  },
  {
    // Spawning's convention: groups and rules as in robots.txt, about training.
    path: '/ai.txt',
    purposes: ['ai-train'],
    read(text, authority) {
      const rules = parseRobots(authority, text);
      return (url, product) => {
        const { allowed, rule } = rules.verdict(url, product);
        return rule === undefined
          ? {}
          : preferencesOf({ 'ai-train': allowed }, rule.replace(/\((?=line \d+\)$)/, '(ai.txt '));
      };
    },
  },
];

/** Returns the files that are relevant to a job with these purposes. */
export function siteFilesFor(declared: readonly Purpose[]): readonly SiteFile[] {
  return siteFiles.filter(({ purposes }) => purposes.some((purpose) => declared.includes(purpose)));
}

/**
 * Whether a path is that of robots.txt or a site file. Requests for these do not show whether the host serves its
 * pages.
 */
export function isAboutSite(path: string): boolean {
  return path === robotsPath || siteFiles.some((file) => file.path === path);
}

/** Returns the key under which a site file is stored; for robots.txt it is the authority alone. */
export function storedUnder({
  authority,
  path,
}: {
  readonly authority: string;
  readonly path: string;
}): string {
  return path === robotsPath ? authority : authority + path;
}

/** Returns a robots.txt that also refuses pages whose use for the job's purposes is refused by site files. */
export function heeding(
  robots: Robots,
  statements: readonly SiteStatement[],
  declared: readonly Purpose[],
): Robots {
  if (statements.length === 0) return robots;
  const usage: Robots['usage'] = (url, product) =>
    combinePreferences([
      robots.usage(url, product),
      ...statements.map((preferences) => preferences(url, product)),
    ]);
  return {
    ...robots,
    usage,
    verdict(url, product) {
      const verdict = robots.verdict(url, product);
      const refusal = verdict.allowed ? refusalOf(usage(url, product), declared) : undefined;
      return refusal === undefined ? verdict : { allowed: false, rule: refusal, by: 'purpose' };
    },
  };
}
