import type { Parsed } from './parse.ts';
import { splitUrl } from './url-parts.ts';

/** Steps of the parser, and the repairs before it, by the names of the settings and of URL parts. */
export type ParseStep = 'encodeBackslash' | 'repairHost' | 'host' | 'port' | 'dots' | 'parse';

interface ParseChange {
  readonly name: ParseStep;
  readonly before: string;
  readonly after: string;
}

/** Scheme, host with userinfo and port, path, and the rest of what looks like an absolute http(s) URL. */
const absolute = /^(\s*https?:[/\\]{2,})([^/\\?#]*)([^?#]*)(.*)$/is;
const dotSegment = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i;

/**
 * Splits the changes that the parser made into steps: repairs, host, port and dot segments, and `parse` for all other
 * changes.
 * @param written the text that was parsed (`mended`)
 */
export function explainParse(raw: string, written: string, parsed: Parsed): readonly ParseChange[] {
  if (parsed.href === undefined) return [];
  const changes: ParseChange[] = [];
  let current = raw;
  const addChange = (name: ParseStep, after: string): void => {
    if (after !== current) changes.push({ name, before: current, after });
    current = after;
  };
  const [, scheme = '', authority = '', path = '', rest = ''] = absolute.exec(written) ?? [];
  addChange('encodeBackslash', written);
  if (parsed.ok && scheme !== '') {
    const url = splitUrl(parsed.href);
    const [, userinfo = '', host = '', port = ''] = /^(.*@)?(.*?)(:\d*)?$/s.exec(authority) ?? [];
    const newPort = /:\d+$/.exec(url.host)?.[0] ?? '';
    const newHost = url.host.slice(0, url.host.length - newPort.length);
    addChange(/\s|%20/.test(host) ? 'repairHost' : 'host', scheme + userinfo + newHost + port + path + rest);
    addChange('port', scheme + userinfo + newHost + newPort + path + rest);
    if (dotSegment.test(path)) addChange('dots', scheme + userinfo + newHost + newPort + url.path + rest);
  }
  addChange('parse', parsed.href);
  return changes;
}
