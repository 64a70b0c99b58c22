import type { JobSettings } from '../settings/settings.ts';
import { hostOf } from '../url/url.ts';
import type { HostRanks } from './host-index.ts';
import { type HostShare, partOf } from './host-share.ts';
import type { ScopeCandidate } from './measure-url.ts';
import { perHost } from './per-host.ts';
import { isAbout, type RuleEntry, reasonOf, ruleEntries } from './rule-entry.ts';
import type { ScopeWord } from './scope-settings.ts';
import { type NamedRule, type Needed, type ScopeStep, stepsOf } from './scope-steps.ts';

/** Whether a URL belongs to the crawl, and the rule that said no. */
export type ScopeVerdict =
  | { readonly accepted: true }
  | {
      readonly accepted: false;
      /** The setting that said it: `scope.exclude`, `scope.maxDepth`, `deny`. */
      readonly rule: string;
      readonly detail: string;
      /** File and line, for example `exclude.txt:88`; `default` for what nobody set. */
      readonly source: string;
    };

/** What a rule said of a URL that it is about. */
export interface Spoken {
  readonly word: ScopeWord;
  readonly rule: string;
  readonly detail: string;
  readonly source: string;
}

export interface Scope {
  /** Judges a URL. Asked when it is admitted and again before it is fetched. */
  verdict(candidate: ScopeCandidate): ScopeVerdict;
  /** Every rule that spoke, in order: the last word wins, and where nothing was said a URL is accepted. For people: slower. */
  explain(candidate: ScopeCandidate): readonly Spoken[];
}

const accepted: ScopeVerdict = { accepted: true };
const scopes = new WeakMap<JobSettings, Scope>();

/** The scope of a job, or of what an override makes of it; compiled once for the same settings. */
export function scopeOf(settings: JobSettings): Scope {
  let scope = scopes.get(settings);
  if (scope === undefined) {
    const { share } = settings.scope;
    const all = openScope(stepsOf(settings));
    scope = share === undefined ? all : withinShare(all, share, settings.origins['scope.share'] ?? 'default');
    scopes.set(settings, scope);
  }
  return scope;
}

/** A verdict for people and for what keeps it: `scope.exclude (exclude.txt:88): matches URL \?`. */
export function describeRefusal({ rule, source, detail }: Omit<Spoken, 'word'>): string {
  return `${rule} (${source}): ${detail}`;
}

function openScope(steps: readonly ScopeStep[]): Scope {
  const latestFirst = steps.toReversed();
  const ofHost = perHost((host) => latestFirst.map(({ compiled }) => compiled.ofHost(host)));
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
      for (const step of steps) words.push(...spokenIn(step, candidate, words));
      return words;
    },
  };
}

/** A scope for hosts of one part: no other rule takes in a host of another. */
function withinShare(all: Scope, share: HostShare, source: string): Scope {
  const ofHost = perHost((host) => partOf(host, share.of));
  const other = (candidate: ScopeCandidate): Omit<Spoken, 'word'> | undefined => {
    const part = ofHost(hostOf(candidate.url));
    if (part === share.part) return undefined;
    return { rule: 'scope.share', source, detail: `its host is in part ${part} of ${share.of}` };
  };
  return {
    verdict(candidate) {
      const verdict = all.verdict(candidate);
      const refused = verdict.accepted ? other(candidate) : undefined;
      return refused === undefined ? verdict : { accepted: false, ...refused };
    },
    explain(candidate) {
      const refused = other(candidate);
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
  // One list that is needed cannot make up for another.
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
