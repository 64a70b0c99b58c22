import type { Parsed } from './parse.ts';
import { splitUrl } from './url-parts.ts';

/** What the parser does, and what is mended before, under the names that people know. */
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
 * The parser's work taken apart: host, port and dot segments by themselves, `parse` for all the rest of it.
 * @param given what the parser was given (`mended`)
 */
export function explainParse(raw: string, given: string, parsed: Parsed): readonly ParseChange[] {
  if (parsed.href === undefined) return [];
  const changes: ParseChange[] = [];
  let current = raw;
  const becomes = (name: ParseStep, after: string): void => {
    if (after !== current) changes.push({ name, before: current, after });
    current = after;
  };
  const [, scheme = '', authority = '', path = '', rest = ''] = absolute.exec(given) ?? [];
  becomes('encodeBackslash', given);
  if (parsed.ok && scheme !== '') {
    const url = splitUrl(parsed.href);
    const [, userinfo = '', host = '', port = ''] = /^(.*@)?(.*?)(:\d*)?$/s.exec(authority) ?? [];
    const newPort = /:\d+$/.exec(url.host)?.[0] ?? '';
    const newHost = url.host.slice(0, url.host.length - newPort.length);
    becomes(/\s|%20/.test(host) ? 'repairHost' : 'host', scheme + userinfo + newHost + port + path + rest);
    becomes('port', scheme + userinfo + newHost + newPort + path + rest);
    if (dotSegment.test(path)) becomes('dots', scheme + userinfo + newHost + newPort + url.path + rest);
  }
  becomes('parse', parsed.href);
  return changes;
}
