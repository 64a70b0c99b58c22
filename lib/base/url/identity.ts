import { mended, type Parsed, parse } from './parse.ts';
import { quickLooks } from './quick-looks.ts';
import type { Canonical, CanonicalUrl, HostName } from './url.ts';
import { hostIn, joinUrl, portStart, splitUrl } from './url-parts.ts';
import type { UrlSettings } from './url-settings.ts';
import { type OptionalStep, stepsOf } from './url-steps.ts';

/** The change that one step made to a URL. */
export interface UrlChange {
  readonly name: ParseStep | OptionalStep;
  readonly before: string;
  readonly after: string;
}

/** Decides which spellings of a URL are one page of a job. No function throws, whatever the input. */
export interface UrlIdentity {
  /**
   * Returns the canonical URL, or why the string is not a URL. Idempotent.
   * @param base absolute URL, for relative references
   */
  canonicalise(raw: string, base?: string): Canonical;
  /** As `canonicalise`, for a URL that the parser has written already: saves a second parse. */
  refine(parsed: string): Canonical;
  /**
   * Whether a step that does not go by the host could change a URL with this text after its host. False is certain.
   * @param plain text without `%`, `#` and `@`
   */
  mayChange(plain: string): boolean;
  /** Whether the job has steps that go by the host: server aliases, or `https`. */
  readonly goesByHost: boolean;
  /** As `canonicalise`, with each step that changed the URL, in order. Slower; for explanations to people. */
  explain(raw: string, base?: string): { readonly result: Canonical; readonly steps: readonly UrlChange[] };
}

const identities = new WeakMap<UrlSettings, UrlIdentity>();

/** Returns the identity of a job's URLs. Compiled once for each `url` section. */
export function identityOf({ url }: { readonly url: UrlSettings }): UrlIdentity {
  let identity = identities.get(url);
  if (identity === undefined) {
    identity = compileIdentity(url);
    identities.set(url, identity);
  }
  return identity;
}

/** A longer host name cannot be resolved (RFC 1035 §2.3.4). */
export const maxHostLength = 253;

/** Compiles the steps that are on. For the settings of a job use `identityOf`, which caches. */
export function compileIdentity(settings: UrlSettings): UrlIdentity {
  const steps = stepsOf(settings);
  const looks = quickLooks(settings);
  const goesByHost = steps.some(({ name }) => name === 'resolveAliases' || name === 'https');

  function refine(href: string): Canonical {
    if (!goesByHost && looks.any?.test(href) !== true) return settled(href, hostIn(href));
    const parts = splitUrl(href);
    for (const step of steps) step.apply(parts);
    return settled(joinUrl(parts), parts.host);
  }

  /** Refuses hosts that no resolver could look up. */
  function settled(url: string, host: string): Canonical {
    const end = portStart(host);
    if (end > maxHostLength) return refused('a host name of more than 253 characters');
    if (settings.dropTrailingDot && (end === 0 || host[end - 1] === '.'))
      return refused('a host name that ends with an empty label');
    return { ok: true, url: url as CanonicalUrl, host: host as HostName };
  }

  return {
    canonicalise(raw, base) {
      const parsed = parse(raw, base, settings);
      return parsed.ok ? refine(parsed.href) : { ok: false, refusal: parsed.refusal };
    },
    refine,
    goesByHost,
    mayChange: (plain) => looks.plain?.test(plain) === true,
    explain(raw, base) {
      const parsed = parse(raw, base, settings);
      const taken: UrlChange[] = [...explainParse(raw, mended(raw, settings), parsed)];
      if (!parsed.ok) return { result: { ok: false, refusal: parsed.refusal }, steps: taken };
      const parts = splitUrl(parsed.href);
      let before = parsed.href;
      for (const { name, apply } of steps) {
        apply(parts);
        const after = joinUrl(parts);
        if (after !== before) taken.push({ name, before, after });
        before = after;
      }
      return { result: settled(before, parts.host), steps: taken };
    },
  };
}

function refused(detail: string): Canonical {
  return { ok: false, refusal: { reason: 'invalid', detail } };
}

/** Steps of the parser, and the repairs before it, by the names of the settings and of URL parts. */
type ParseStep = 'encodeBackslash' | 'repairHost' | 'host' | 'port' | 'dots' | 'parse';

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
