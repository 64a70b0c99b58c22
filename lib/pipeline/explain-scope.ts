import { settingsFor } from '../domain/overrides.ts';
import type { ScopeCandidate } from '../domain/scope/measure.ts';
import { describeRefusal, scopeOf } from '../domain/scope/scope.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { WhyReport } from './reports.ts';

type Line = WhyReport['lines'][number];

/** More rules than these are counted only. */
const maxRules = 20;

/** What the scope says of a URL: the verdict and what decided it, then each rule that spoke when there are several. */
export function explainScope(
  candidate: ScopeCandidate,
  known: boolean,
  settings: JobSettings,
): readonly Line[] {
  const scope = scopeOf(settingsFor(settings, candidate.url));
  const verdict = scope.verdict(candidate);
  const spoken = scope.explain(candidate);
  const last = spoken.at(-1);
  const accepted = known ? `accepted at depth ${candidate.depth}` : 'would be accepted as a seed';
  const by = last === undefined ? 'no rule is about it' : describeRefusal(last);
  const decision: Line = verdict.accepted
    ? { step: 'scope', verdict: 'yes', detail: `${accepted}: ${by}` }
    : { step: 'scope', verdict: 'no', detail: describeRefusal(verdict) };
  if (spoken.length < 2) return [decision];
  const rules = spoken
    .slice(-maxRules)
    .map((one): Line => ({ step: 'rule', verdict: 'info', detail: `${one.word}, ${describeRefusal(one)}` }));
  const more = spoken.length - rules.length;
  if (more > 0) rules.unshift({ step: 'rule', verdict: 'info', detail: `and ${more} before these` });
  return [decision, ...rules];
}
