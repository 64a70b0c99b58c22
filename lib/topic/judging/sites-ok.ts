import { type CompiledPattern, compilePattern } from '../../base/pattern/pattern.ts';

/**
 * Finds the first pattern of `sitesOk` that a URL matches: in its host, or in the whole URL where there is a `/` in the
 * pattern. Combine's sitesOK.
 */
export function sitesOk(patterns: readonly string[]): (url: string) => string | undefined {
  const sites = patterns.map((source) => ({ source, matches: siteMatcher(source) }));
  return (url) => sites.find(({ source, matches }) => matches(siteOf(url, source)))?.source;
}

/** Loading a job refuses what cannot be read. */
function siteMatcher(source: string): (text: string) => boolean {
  const compiled = readSitePattern(source);
  return compiled.ok ? compiled.pattern.matches : () => false;
}

/** A pattern of `sitesOk`, in whatever case. */
export function readSitePattern(source: string): CompiledPattern {
  return compilePattern(`(?i)${source}`);
}

/** What a pattern of `sitesOk` is matched in. */
function siteOf(url: string, pattern: string): string {
  return pattern.includes('/') ? url : (URL.parse(url)?.hostname ?? '');
}
