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

/** A pattern of a name (`namePatterns`); what may be longer than it says only costs a second look. */
function nameSource(pattern: string): string {
  const caseless = pattern.endsWith('/i');
  const source = (caseless ? pattern.slice(0, -2) : pattern)
    .split('*')
    .map((text) => text.replace(/[^\w\s]/g, '\\$&'))
    .join('[^=&;]*');
  return caseless ? `(?i:${source})` : source;
}
