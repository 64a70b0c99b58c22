import { canonicalPath } from '../robots/canonical-path.ts';
import { parseRobots, type Robots } from '../robots/robots.ts';
import { type CanonicalUrl, pathOf } from '../url/url.ts';
import {
  combinePreferences,
  type Purpose,
  preferencesOf,
  refusalOf,
  type UsagePreferences,
} from './preferences.ts';
import { readTdmrep } from './tdmrep.ts';

export const robotsPath = '/robots.txt';

/** What a file says of a page. */
export type SiteStatement = (url: CanonicalUrl, product: string) => UsagePreferences;

/** A file beside robots.txt in which a site says what its pages may be used for. */
export interface SiteFile {
  readonly path: string;
  /** Those that it speaks of: for a job that has none of them it is not asked for. */
  readonly purposes: readonly Purpose[];
  /** @param authority where it is from. Reads anything; what it does not understand says nothing. */
  readonly read: (text: string, authority: string) => SiteStatement;
}

/** The files that are asked for, in this order. */
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
    // By Spawning's convention: groups and rules as in robots.txt, about training.
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

/** Those that matter to a job. */
export function siteFilesFor(declared: readonly Purpose[]): readonly SiteFile[] {
  return siteFiles.filter(({ purposes }) => purposes.some((purpose) => declared.includes(purpose)));
}

/** Whether a path is that of a file about the site, which says nothing of how its pages fare. */
export function isAboutSite(path: string): boolean {
  return path === robotsPath || siteFiles.some((file) => file.path === path);
}

/** The key under which such a file is stored: that of robots.txt is its authority. */
export function storedUnder({
  authority,
  path,
}: {
  readonly authority: string;
  readonly path: string;
}): string {
  return path === robotsPath ? authority : authority + path;
}

/** A robots.txt that refuses, beside what it forbids itself, what other files refuse to what a job is for. */
export function heeding(
  robots: Robots,
  statements: readonly SiteStatement[],
  declared: readonly Purpose[],
): Robots {
  if (statements.length === 0) return robots;
  const usage: Robots['usage'] = (url, product) =>
    combinePreferences([robots.usage(url, product), ...statements.map((said) => said(url, product))]);
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
