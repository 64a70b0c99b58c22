import { compileIdentity } from '../../../lib/base/url/identity.ts';
import type { UrlSettings } from '../../../lib/base/url/url-settings.ts';

/** A line of urls/cases.jsonl. */
export interface UrlCase {
  readonly id: string;
  readonly suite: string;
  readonly kind: string;
  readonly input: unknown;
  readonly expected: unknown;
  readonly options?: {
    readonly base?: string;
    readonly rule?: string;
    readonly encoding?: string;
    readonly path_encoding?: string;
    readonly keep_fragments?: boolean;
    readonly keep_blank_values?: boolean;
    readonly remove?: boolean;
    readonly args?: readonly (string | readonly string[])[];
    readonly params?: readonly string[];
    readonly removeQueryParams?: readonly string[];
    readonly queryElementsToRemove?: readonly string[];
  } | null;
  readonly whatwgAgrees?: boolean;
}

/** The URL that a case is about, and what it is relative to. */
export function inputOf(one: UrlCase): { readonly raw: string; readonly base: string | undefined } {
  const { input, options } = one;
  if (typeof input === 'object' && input !== null && 'href' in input) {
    const { base, href } = input as { base?: string | null; href: string };
    // One suite writes its null as text.
    return { raw: href, base: base === 'null' ? undefined : (base ?? undefined) };
  }
  return { raw: String(input), base: options?.base };
}

/** What a URL becomes; null when it is refused. */
export function canonical(settings: UrlSettings, raw: string, base?: string): string | null {
  const result = compileIdentity(settings).canonicalise(raw, base);
  return result.ok ? result.url : null;
}

/** The same, and for a scheme that is not crawled how the parser spells it. */
export function spelled(settings: UrlSettings, raw: string, base?: string): string | null {
  const { result, steps } = compileIdentity(settings).explain(raw, base);
  if (result.ok) return result.url;
  return result.refusal.reason === 'scheme' ? (steps.at(-1)?.after ?? raw) : null;
}
