import { isSegmentPattern, type UrlSettings } from './url-settings.ts';

/**
 * A quick look at a URL that the parser wrote: only what it matches can be changed by a step, server aliases apart.
 * Undefined when no step is on. Almost no link matches, so that almost no link is taken apart.
 */
export function needsSteps(settings: UrlSettings): RegExp | undefined {
  const names = [
    ...(settings.removeSessionIds ? settings.sessionIds.filter((one) => !isSegmentPattern(one)) : []),
    ...(settings.removeTracking ? settings.tracking : []),
  ];
  const marks = [
    settings.dropTrailingDot && '^[^/]*//[^/]*\\.(?::\\d+)?/',
    settings.dropUserinfo && '@',
    settings.dropFragment && '#',
    settings.normalisePercent && '%',
    names.length > 0 && `[?&;](?:${names.map(nameSource).join('|')})=`,
    settings.removeSessionIds && settings.sessionIds.some(isSegmentPattern) && '/\\(',
    settings.collapseSlashes && '//[^]*//',
    settings.dropEmptyParameters && '[?&](?:[&#]|$)',
    (settings.collapseRepeated || settings.sortQuery) && '&',
  ].filter((mark) => mark !== false);
  return marks.length === 0 ? undefined : new RegExp(marks.join('|'));
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
