import type { Page } from '../domain/host/pages.ts';
import { settingsFor } from '../domain/overrides.ts';
import type { ScopeCandidate } from '../domain/scope/measure.ts';
import { describeRefusal, scopeOf } from '../domain/scope/scope.ts';
import type { JobSettings } from '../domain/settings.ts';
import { sitemapLevel } from '../domain/sitemap/rank.ts';
import type { WhyReport } from './reports.ts';

type Line = WhyReport['lines'][number];

/** More rules than these are counted only. */
const maxRules = 20;

/** What the scope says of a URL: the verdict and what decided it, then each rule that spoke when there are several. */
export function explainScope(
  candidate: ScopeCandidate,
  page: Page | undefined,
  settings: JobSettings,
): readonly Line[] {
  const scope = scopeOf(settingsFor(settings, candidate.url));
  const verdict = scope.verdict(candidate);
  const spoken = scope.explain(candidate);
  const last = spoken.at(-1);
  const accepted = page ? `accepted at depth ${candidate.depth}` : 'would be accepted as a seed';
  const by = last === undefined ? 'no rule is about it' : describeRefusal(last);
  const exempt = !verdict.accepted && verdict.rule !== 'deny' && wasFoundAsSitemap(page, settings);
  const decision: Line = verdict.accepted
    ? { step: 'scope', verdict: 'yes', detail: `${accepted}: ${by}` }
    : exempt
      ? { step: 'scope', verdict: 'yes', detail: `${exemption} (${describeRefusal(verdict)})` }
      : { step: 'scope', verdict: 'no', detail: describeRefusal(verdict) };
  const decided = page === undefined ? [decision, ...locationLines(settings)] : [decision];
  if (spoken.length < 2) return decided;
  const rules = spoken
    .slice(-maxRules)
    .map((one): Line => ({ step: 'rule', verdict: 'info', detail: `${one.word}, ${describeRefusal(one)}` }));
  const more = spoken.length - rules.length;
  if (more > 0) rules.unshift({ step: 'rule', verdict: 'info', detail: `and ${more} before these` });
  return [...decided, ...rules];
}

const exemption = 'named as a sitemap on a host that is crawled, it is read whatever the scope says of pages';

/** What ended as `listed` out of scope can have been found in no other way. */
function wasFoundAsSitemap(page: Page | undefined, { sitemaps }: JobSettings): boolean {
  if (page === undefined || !sitemaps.follow) return false;
  return page.state === 'visited' ? page.outcome === 'listed' : sitemapLevel(page) !== undefined;
}

/** Why an entry of a sitemap may not have counted: which sitemaps named a URL that is not known is not kept. */
function locationLines({ sitemaps }: JobSettings): readonly Line[] {
  if (!sitemaps.follow || sitemaps.location === 'any') return [];
  const where =
    sitemaps.location === 'host'
      ? 'on the host of the sitemap'
      : "below the sitemap's directory, or on its whole host when robots.txt names it";
  const detail = `an entry of a sitemap counts only ${where} (sitemaps.location: ${sitemaps.location})`;
  return [{ step: 'rule', verdict: 'info', detail }];
}
