import { append } from '../../base/long-lists.ts';
import { hostOf } from '../../base/url/url.ts';
import type { HostRanks } from './host-index.ts';
import { type HostShare, partOf } from './host-share.ts';
import type { ScopeCandidate } from './measure-url.ts';
import { isAbout, type RuleEntry, reasonOf, ruleEntries } from './rule-entry.ts';
import type { ScopeWord } from './scope-settings.ts';
import { type NamedRule, type Needed, type ScopedSettings, type ScopeStep, stepsOf } from './scope-steps.ts';

/** A cache that has this many hosts is emptied before the next host is added. */
const maxHosts = 10_000;

/** Caches a pure function of a host, so that it is computed once for all pages of the host. */
function cachedByHost<T>(compute: (host: string) => T): (host: string) => T {
  const known = new Map<string, T>();
  return (host) => {
    let answer = known.get(host);
    if (answer === undefined) {
      answer = compute(host);
      if (known.size >= maxHosts) known.clear();
      known.set(host, answer);
    }
    return answer;
  };
}

/** Whether the scope accepts a URL; if not, the rule that rejects it. */
export type ScopeVerdict =
  | { readonly accepted: true }
  | {
      readonly accepted: false;
      /** The setting that rejects the URL: `scope.exclude`, `scope.maxDepth`, `deny`. */
      readonly rule: string;
      readonly detail: string;
      /** File and line of the setting, for example `exclude.txt:88`; `default` if the setting has its default value. */
      readonly source: string;
    };

/** A scope rule that matches a URL, and what it says: accept or reject. */
export interface Spoken {
  readonly word: ScopeWord;
  readonly rule: string;
  readonly detail: string;
  readonly source: string;
}

export interface Scope {
  /** Judges a URL. Called when the URL enters the frontier, and again before it is fetched. */
  verdict(candidate: ScopeCandidate): ScopeVerdict;
  /**
   * Returns every rule that matches the URL, in order. The last one decides; if no rule matches, the URL is accepted.
   * Slower than `verdict`; for explanations to people.
   */
  explain(candidate: ScopeCandidate): readonly Spoken[];
}

const accepted: ScopeVerdict = { accepted: true };
const scopes = new WeakMap<ScopedSettings, Scope>();

/**
 * Returns the scope of a job's settings, or of the settings that an override makes of them. Compiled once per settings
 * object.
 */
export function scopeOf(settings: ScopedSettings): Scope {
  let scope = scopes.get(settings);
  if (scope === undefined) {
    const { share } = settings.scope;
    const all = openScope(stepsOf(settings));
    scope = share === undefined ? all : withinShare(all, share, settings.origins['scope.share'] ?? 'default');
    scopes.set(settings, scope);
  }
  return scope;
}

/** Formats a refusal for messages and stored outcomes: `scope.exclude (exclude.txt:88): matches URL \?`. */
export function describeRefusal({ rule, source, detail }: Omit<Spoken, 'word'>): string {
  return `${rule} (${source}): ${detail}`;
}

function openScope(steps: readonly ScopeStep[]): Scope {
  const latestFirst = steps.toReversed();
  const ofHost = cachedByHost((host) => latestFirst.map(({ compiled }) => compiled.ofHost(host)));
  return {
    verdict(candidate) {
      const host = hostOf(candidate.url);
      const ranks = ofHost(host);
      for (let at = 0; at < latestFirst.length; at++) {
        const { compiled, needed } = latestFirst[at] as ScopeStep;
        const entry = compiled.last(candidate, ranks[at] as HostRanks);
        if (needed !== undefined) {
          if (entry === undefined) return { accepted: false, ...missing(needed, host) };
        } else if (entry !== undefined) {
          return entry.rule.word === 'accept' ? accepted : { accepted: false, ...said(entry, candidate) };
        }
      }
      return accepted;
    },
    explain: (candidate) => {
      const words: Spoken[] = [];
      for (const step of steps) append(words, spokenIn(step, candidate, words));
      return words;
    },
  };
}

/** Narrows a scope to the hosts of one part (`scope.share`). No other rule can accept a host of another part. */
function withinShare(all: Scope, share: HostShare, source: string): Scope {
  const ofHost = cachedByHost((host) => partOf(host, share.of));
  const refusalOf = (candidate: ScopeCandidate): Omit<Spoken, 'word'> | undefined => {
    const part = ofHost(hostOf(candidate.url));
    if (part === share.part) return undefined;
    return { rule: 'scope.share', source, detail: `its host is in part ${part} of ${share.of}` };
  };
  return {
    verdict(candidate) {
      const verdict = all.verdict(candidate);
      const refused = verdict.accepted ? refusalOf(candidate) : undefined;
      return refused === undefined ? verdict : { accepted: false, ...refused };
    },
    explain(candidate) {
      const refused = refusalOf(candidate);
      return [
        ...all.explain(candidate),
        ...(refused === undefined ? [] : [{ word: 'reject' as const, ...refused }]),
      ];
    },
  };
}

function spokenIn(
  { rules, needed }: ScopeStep,
  candidate: ScopeCandidate,
  before: readonly Spoken[],
): readonly Spoken[] {
  const words = ruleEntries(rules)
    .filter((entry) => isAbout(entry, candidate))
    .map((entry) => ({ word: entry.rule.word, ...said(entry, candidate) }));
  if (needed === undefined) return words;
  if (words.length === 0) return [{ word: 'reject', ...missing(needed, hostOf(candidate.url)) }];
  // A match of one needed list does not undo the rejection by another needed list.
  return before.some(({ word }) => word === 'reject') ? [] : words;
}

function said(entry: RuleEntry<NamedRule>, candidate: ScopeCandidate): Omit<Spoken, 'word'> {
  return { rule: entry.rule.setting, detail: reasonOf(entry, candidate), source: entry.source };
}

function missing({ setting, source }: Needed, host: string): Omit<Spoken, 'word'> {
  const detail =
    setting === 'scope.hosts' ? `${host} is not one of scope.hosts` : `no pattern of ${setting} matches`;
  return { rule: setting, detail, source };
}
