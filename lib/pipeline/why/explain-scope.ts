import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { describeRefusal, type Scope, type ScopeCandidate, scopeOf } from '../../rules/scope.ts';
import type { LimitTest } from '../../rules/settings.ts';
import { keepsBeside } from '../turn/keep-beside.ts';
import type { AskedUrl, WhyLine, WhyLines } from './explainer.ts';

/** Rules that are listed; further rules are only counted. */
const maxRules = 20;

/** What the scope says of a URL: the verdict and what decided it, then, if several rules spoke, each of them. */
export function explainScope({ url, page, found, settings }: AskedUrl): WhyLines {
  const { hostHops, inboxDepth } = found;
  const candidate: ScopeCandidate = { url, depth: page?.depth ?? inboxDepth ?? 0, hostHops };
  const own = settingsFor(settings, candidate.url);
  const scope = scopeOf(own);
  const verdict = scope.verdict(candidate);
  const spoken = scope.explain(candidate);
  const last = spoken.at(-1);
  const accepted =
    page || candidate.depth > 0 ? `accepted at depth ${candidate.depth}` : 'would be accepted as a seed';
  const by = last === undefined ? 'no rule is about it' : describeRefusal(last);
  const exempt = verdict.accepted || verdict.rule === 'deny' ? undefined : exemptionOf(page, settings);
  const decision: WhyLine = verdict.accepted
    ? { step: 'scope', verdict: 'yes', detail: `${accepted}: ${by}` }
    : exempt !== undefined
      ? { step: 'scope', verdict: 'yes', detail: `${exempt} (${describeRefusal(verdict)})` }
      : { step: 'scope', verdict: 'no', detail: describeRefusal(verdict) };
  const decided =
    page === undefined
      ? [decision, ...linkLines(candidate, scope, own), ...locationLines(settings)]
      : [decision];
  if (spoken.length < 2) return decided;
  const rules = spoken
    .slice(-maxRules)
    .map(
      (one): WhyLine => ({ step: 'rule', verdict: 'info', detail: `${one.word}, ${describeRefusal(one)}` }),
    );
  const more = spoken.length - rules.length;
  if (more > 0) rules.unshift({ step: 'rule', verdict: 'info', detail: `and ${more} before these` });
  return [...decided, ...rules];
}

/** For a URL that was not admitted: the limits that refuse links to it from too far off, except limits at their defaults. */
function linkLines(candidate: ScopeCandidate, scope: Scope, { scope: set }: JobSettings): readonly WhyLine[] {
  const limitsOf = (kind: LimitTest) =>
    set.rules.flatMap(({ test }) => (test.kind === kind ? [test.limit] : []));
  const depths = [set.maxDepth, ...limitsOf('depthOver')];
  const hops = [set.maxHostHops ?? [], limitsOf('hostHopsOver')].flat();
  const further = [
    ...depths.sort(ascending).map((limit) => ({ ...candidate, depth: limit + 1 })),
    ...hops.sort(ascending).map((limit) => ({ ...candidate, hostHops: limit + 1 })),
  ];
  const refused = new Map<string, WhyLine>();
  for (const one of further) {
    const verdict = scope.verdict(one);
    const way = one.depth > candidate.depth ? 'depth' : 'hops';
    if (verdict.accepted || verdict.source === 'default' || refused.has(way)) continue;
    const where = way === 'depth' ? `at depth ${one.depth}` : `after ${one.hostHops} host hops`;
    const detail = `a link to it ${where} is refused: ${describeRefusal(verdict)}`;
    refused.set(way, { step: 'rule', verdict: 'info', detail });
  }
  return [...refused.values()];
}

function ascending(a: number, b: number): number {
  return a - b;
}

/** Why a URL is asked for that the scope rejects, as far as it speaks of pages; undefined: it is not. */
function exemptionOf(page: FrontierEntry | undefined, settings: JobSettings): string | undefined {
  if (page?.role?.is === 'sitemap' && settings.sitemaps.follow)
    return 'named as a sitemap on a host that is crawled, it is read whatever the scope says of pages';
  return page?.role?.is === 'requisite' && keepsBeside(settings)
    ? 'shown by a page, it is fetched whatever the scope says of pages'
    : undefined;
}

/** Why the entry of a sitemap may not have counted. Which sitemaps named an unknown URL is not stored. */
function locationLines({ sitemaps }: JobSettings): readonly WhyLine[] {
  if (!sitemaps.follow || sitemaps.location === 'any') return [];
  const where =
    sitemaps.location === 'host'
      ? 'on the host of the sitemap'
      : "below the sitemap's directory, or on its whole host when robots.txt names it";
  const detail = `an entry of a sitemap counts only ${where} (sitemaps.location: ${sitemaps.location})`;
  return [{ step: 'rule', verdict: 'info', detail }];
}
