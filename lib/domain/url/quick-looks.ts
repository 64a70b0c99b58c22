import { isSegmentPattern, type UrlSettings } from './url-settings.ts';

/** Quick looks at a URL that the parser wrote: what does not match is changed by no step, server aliases apart. */
export interface QuickLooks {
  /** Undefined when no step is on. */
  readonly any: RegExp | undefined;
  /** For text without `%`, `#`, `@` and a dot at the end of the host; undefined when no step would change that. */
  readonly plain: RegExp | undefined;
}

export function quickLooks(settings: UrlSettings): QuickLooks {
  const names = [
    ...(settings.removeSessionIds ? settings.sessionIds.filter((one) => !isSegmentPattern(one)) : []),
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
 * A pattern of a name (`namePatterns`) as far as its first `*`: what matches too much only costs a second look, and one
 * star at most keeps the time that it takes in proportion to the text.
 */
function nameSource(pattern: string): string {
  const caseless = pattern.endsWith('/i');
  const [start = '', ...more] = (caseless ? pattern.slice(0, -2) : pattern).split('*');
  const source = start.replace(/[^\w\s]/g, '\\$&') + (more.length === 0 ? '' : '[^=&;]*');
  return caseless ? `(?i:${source})` : source;
}
