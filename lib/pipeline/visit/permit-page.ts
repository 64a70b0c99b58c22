import { defined } from '../../domain/base/defined.ts';
import type { FailureReason, Outcome } from '../../domain/fetch/outcome.ts';
import { describeRefusal, scopeOf } from '../../domain/scope/scope.ts';
import { sitemapLevel } from '../../domain/sitemaps/rank.ts';
import { endUnanswered } from './end-visit.ts';
import type { BegunVisit, PermittedVisit, VisitEnd } from './steps.ts';

/** Decides whether scope, robots.txt and the program that crawls permit a request for a URL. */
export async function permitPage(visit: BegunVisit): Promise<PermittedVisit | VisitEnd> {
  const { turn, work, settings } = visit;
  const { url, depth } = work;
  const scope = scopeOf(settings).verdict({ url, depth, hostHops: turn.body.hostHops ?? 0 });
  if (!scope.accepted && !(isSitemap(visit) && scope.rule !== 'deny'))
    return endUnanswered(visit, { kind: 'denied', by: 'scope', rule: describeRefusal(scope) });

  const answer = await turn.robots(url);
  if (answer.kind === 'put-off') return { end: answer };
  if (answer.kind === 'refused') {
    const detail = `robots.txt: ${answer.detail}`;
    return endUnanswered(visit, { kind: 'failed', reason: 'address-refused', detail });
  }
  if (answer.kind === 'unreachable') return endUnanswered(visit, unreachable(answer.detail));
  const verdict = answer.robots.verdict(url, settings.identity.product);
  if (!verdict.allowed)
    return endUnanswered(visit, {
      kind: 'denied',
      by: verdict.by ?? 'robots',
      ...defined({ rule: verdict.rule }),
    });
  const said = await turn.permit?.(turn.key.job, { url, depth });
  if (said === 'later') return { end: { kind: 'put-off', until: turn.ports.clock.now() } };
  if (said !== undefined) return endUnanswered(visit, { kind: 'denied', by: 'scope', rule: said.refused });
  return { ...visit, rules: answer.robots };
}

/** A URL that was found as a sitemap of its host is read, whatever the scope says of pages. */
function isSitemap({ settings, work }: BegunVisit): boolean {
  return settings.sitemaps.follow && sitemapLevel(work) !== undefined;
}

/** If the host does not answer at all, it fails; an answer that forbids is a denial. */
function unreachable(detail: string): Outcome {
  const reason = detail.slice(0, detail.indexOf(':'));
  if (detail.startsWith('status '))
    return { kind: 'denied', by: 'robots-unreachable', rule: `robots.txt: ${detail}` };
  return { kind: 'failed', reason: reason as FailureReason, detail: `robots.txt: ${detail}` };
}
