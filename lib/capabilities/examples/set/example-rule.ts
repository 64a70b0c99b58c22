import { compilePattern } from '../../../base/pattern/pattern.ts';
import { canonicalise } from '../../../base/url/canonicalise.ts';
import { readSurtPrefix } from '../../../base/url/surt-prefix.ts';
import { type CanonicalUrl, hostOf } from '../../../base/url/url.ts';
import { coversHost } from '../../../rules/scope.ts';
import type { Side } from './side.ts';

/**
 * How a rule matches a URL:
 * - `exact`: it is this URL.
 * - `prefix`: it begins with this URL.
 * - `surt`: it lies below this SURT prefix.
 * - `host`: it lies on this host or a subdomain of it.
 * - `regex`: this regular expression matches in it, in time linear in its length.
 */
export const ruleKinds = ['exact', 'prefix', 'surt', 'host', 'regex'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** A rule that puts all pages whose URLs it matches on a side. */
export interface ExampleRule {
  readonly side: Side;
  readonly kind: RuleKind;
  /** In the form that `readRule` gives it. */
  readonly text: string;
}

export type ReadRule = { readonly rule: ExampleRule } | { readonly problem: string };

/** Reads a rule as a person wrote it, and makes its URL or host canonical. */
export function readRule(side: Side, kind: RuleKind, written: string): ReadRule {
  const text = written.trim();
  if (text === '') return { problem: 'it is empty' };
  switch (kind) {
    case 'exact':
    case 'prefix': {
      const canonical = canonicalise(text);
      if (!canonical.ok) return { problem: `${text} is no http(s) URL` };
      return { rule: { side, kind, text: canonical.url } };
    }
    case 'host': {
      const canonical = canonicalise(`http://${text.replace(/^https?:\/\//, '').replace(/\/$/, '')}/`);
      if (!canonical.ok || canonical.url !== `http://${canonical.host}/`)
        return { problem: `${text} is no host name` };
      return { rule: { side, kind, text: canonical.host } };
    }
    case 'surt':
      if (readSurtPrefix(text) === undefined)
        return { problem: `${text} is no SURT prefix such as (org,example, or (org,example,www,)/owls/` };
      return { rule: { side, kind, text } };
    case 'regex': {
      const compiled = compilePattern(text);
      if (!compiled.ok) return { problem: `${text}: ${compiled.problem}` };
      return { rule: { side, kind, text } };
    }
  }
}

/** Says which rule of a list decides about a URL. */
export interface RuleMatcher {
  /** The place of the last rule that matches; undefined: none does. */
  decides(url: CanonicalUrl): number | undefined;
  /** The places of all rules that match. */
  matching(url: CanonicalUrl): readonly number[];
}

export function openRules(rules: readonly ExampleRule[]): RuleMatcher {
  const tests = rules.map(testOf);
  return {
    decides(url) {
      for (let at = tests.length - 1; at >= 0; at -= 1) if (tests[at]?.(url) === true) return at;
      return undefined;
    },
    matching: (url) => tests.flatMap((matches, at) => (matches(url) ? [at] : [])),
  };
}

function testOf({ kind, text }: ExampleRule): (url: CanonicalUrl) => boolean {
  switch (kind) {
    case 'exact':
      return (url) => url === text;
    case 'prefix':
      return (url) => url.startsWith(text);
    case 'host':
      return (url) => coversHost(text, hostOf(url));
    case 'surt': {
      const prefix = readSurtPrefix(text);
      if (prefix === undefined) return () => false;
      if ('domain' in prefix) return (url) => coversHost(prefix.domain, hostOf(url));
      return (url) =>
        hostOf(url) === prefix.host &&
        (prefix.path === undefined || url.startsWith(prefix.path, url.indexOf('/', 8)));
    }
    case 'regex': {
      const compiled = compilePattern(text);
      return compiled.ok ? (url) => compiled.pattern.matches(url) : () => false;
    }
  }
}

/** The URL that a rule names, if it names one: it joins the seeds when the rule is `in`. */
export function seedOf({ side, kind, text }: ExampleRule): string | undefined {
  if (side !== 'in') return undefined;
  if (kind === 'exact' || kind === 'prefix') return text;
  return kind === 'host' ? `http://${text}/` : undefined;
}

export function isSameRule(a: ExampleRule, b: ExampleRule): boolean {
  return a.side === b.side && a.kind === b.kind && a.text === b.text;
}

/** A rule in words: `out host ads.example.org`. */
export function describeRule({ side, kind, text }: ExampleRule): string {
  return `${side} ${kind} ${text}`;
}
