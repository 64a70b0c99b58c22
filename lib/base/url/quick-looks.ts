import { isSegmentPattern, type UrlSettings } from './url-settings.ts';

/**
 * Quick tests of a URL that the parser wrote. No step but `resolveAliases` and `https` changes a URL that does not match.
 */
export interface QuickLooks {
  /** For any URL; undefined if no step is on. */
  readonly any: RegExp | undefined;
  /**
   * For text without `%`, `#`, `@` and without a dot at the end of the host; undefined if no step could change such
   * text.
   */
  readonly plain: RegExp | undefined;
}

export function quickLooks(settings: UrlSettings): QuickLooks {
  const names = [
    ...(settings.removeSessionIds ? settings.sessionIds.filter((pattern) => !isSegmentPattern(pattern)) : []),
    ...(settings.removeTracking ? settings.tracking : []),
  ];
  const plain = [
    names.length > 0 && `[?&;](?:${names.map(nameSource).join('|')})=`,
    settings.removeSessionIds && settings.sessionIds.some(isSegmentPattern) && '\\(',
    settings.collapseSlashes && '//',
    settings.dropEmptyParameters && '[?&](?:[&#]|$)',
    (settings.collapseRepeated || settings.sortQuery) && '&',
  ];
  const others = [
    settings.dropTrailingDot && '^[^/]*//[^/]*\\.(?::\\d+)?/',
    settings.dropUserinfo && '@',
    settings.dropFragment && '#',
    settings.normalisePercent && '%',
  ];
  return { any: either([...plain, ...others]), plain: either(plain) };
}

function either(marks: readonly (string | false)[]): RegExp | undefined {
  const sources = marks.filter((mark) => mark !== false);
  return sources.length === 0 ? undefined : new RegExp(sources.join('|'));
}

/**
 * Returns a regular expression for a pattern of a name (`namePatterns`) up to its first `*`. A match that is too wide
 * only costs a run of the steps, and with at most one star the expression takes linear time.
 */
function nameSource(pattern: string): string {
  const caseless = pattern.endsWith('/i');
  const [start = '', ...more] = (caseless ? pattern.slice(0, -2) : pattern).split('*');
  const source = start.replace(/[^\w\s]/g, '\\$&') + (more.length === 0 ? '' : '[^=&;]*');
  return caseless ? `(?i:${source})` : source;
}
