import { explainParse, type ParseStep } from './explain-parse.ts';
import { mended, parse } from './parse.ts';
import { quickLooks } from './quick-looks.ts';
import type { Canonical, CanonicalUrl, HostName } from './url.ts';
import { hostIn, joinUrl, portStart, splitUrl } from './url-parts.ts';
import type { UrlSettings } from './url-settings.ts';
import { type OptionalStep, stepsOf } from './url-steps.ts';

/** What one step made of a URL; only steps that changed it are told of. */
export interface UrlChange {
  readonly name: ParseStep | OptionalStep;
  readonly before: string;
  readonly after: string;
}

/** Which spellings of a URL are one page of a job. Total: it never throws, whatever the input. */
export interface UrlIdentity {
  /** The one spelling of a URL, or why it is none. Idempotent. @param base absolute; for relative references */
  canonicalise(raw: string, base?: string): Canonical;
  /** The same for a URL that the parser wrote before, without parsing it again. */
  refine(parsed: string): Canonical;
  /**
   * Whether a step could change a URL that has this text behind its host. False is certain, server aliases apart.
   * @param plain text without `%`, `#` and `@`
   */
  mayChange(plain: string): boolean;
  /** Whether there are server aliases. */
  readonly hasAliases: boolean;
  /** The same, with each step that changed it, in order. For people: slower. */
  explain(raw: string, base?: string): { readonly result: Canonical; readonly steps: readonly UrlChange[] };
}

const identities = new WeakMap<UrlSettings, UrlIdentity>();

/** The identity of a job's URLs; compiled once for each `url` section. */
export function identityOf({ url }: { readonly url: UrlSettings }): UrlIdentity {
  let identity = identities.get(url);
  if (identity === undefined) {
    identity = compileIdentity(url);
    identities.set(url, identity);
  }
  return identity;
}

/** RFC 1035 §2.3.4: no longer name can be resolved. */
export const maxHostLength = 253;

/** @param settings steps that are on; for a job's own, `identityOf` */
export function compileIdentity(settings: UrlSettings): UrlIdentity {
  const steps = stepsOf(settings);
  const looks = quickLooks(settings);
  const hasAliases = steps.some(({ name }) => name === 'resolveAliases');

  function refine(href: string): Canonical {
    if (!hasAliases && looks.any?.test(href) !== true) return settled(href, hostIn(href));
    const parts = splitUrl(href);
    for (const step of steps) step.apply(parts);
    return settled(joinUrl(parts), parts.host);
  }

  /** A host must be one that a resolver could be asked for. */
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
    hasAliases,
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
