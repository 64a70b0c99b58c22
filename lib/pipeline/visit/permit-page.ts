import { defined } from '../../base/defined.ts';
import type { FailureReason, Outcome } from '../../base/fetch/outcome.ts';
import { onceKnown } from '../../base/once-known.ts';
import { describeRefusal, scopeOf } from '../../rules/scope.ts';
import { sitemapLevel } from '../../rules/sitemaps.ts';
import type { RobotsAnswer } from '../robots/robots-rules.ts';
import { isRequisite } from '../turn/keep-beside.ts';
import type { PermitPage } from '../turn/turn.ts';
import { endRefused, endUnanswered } from './end-visit.ts';
import type { BegunVisit, PermittedVisit, StepResult, VisitEnd } from './steps.ts';

/** Decides whether parts, scope, robots.txt and the program that crawls permit a request for a URL. */
export function permitPage(visit: BegunVisit): StepResult<PermittedVisit> {
  for (const part of visit.turn.parts) {
    const refusal = part.refuses?.(visit.work);
    if (refusal !== undefined) return onceKnown(refusal, (said) => endRefused(visit, said));
  }
  return permitInScope(visit);
}

function permitInScope(visit: BegunVisit): StepResult<PermittedVisit> {
  const { turn, work, settings } = visit;
  const { url, depth } = work;
  const scope = scopeOf(settings).verdict({ url, depth, hostHops: turn.body.hostHops ?? 0 });
  if (!scope.accepted && !(isNoPage(visit) && scope.rule !== 'deny'))
    return endUnanswered(visit, { kind: 'denied', by: 'scope', rule: describeRefusal(scope) });

  return onceKnown(turn.robots(url), (answer) => permitBy(visit, answer));
}

function permitBy(visit: BegunVisit, answer: RobotsAnswer): StepResult<PermittedVisit> {
  const { turn, work, settings } = visit;
  const { url } = work;
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
  const permitted = { ...visit, rules: answer.robots };
  return turn.permit === undefined ? permitted : permitByProgram(permitted, turn.permit);
}

async function permitByProgram(
  visit: PermittedVisit,
  permit: PermitPage,
): Promise<PermittedVisit | VisitEnd> {
  const { turn, work } = visit;
  const said = await permit(turn.key.job, { url: work.url, depth: work.depth });
  if (said === 'later') return { end: { kind: 'put-off', until: turn.ports.clock.now() } };
  return said === undefined
    ? visit
    : endUnanswered(visit, { kind: 'denied', by: 'scope', rule: said.refused });
}

/** What is no page is read, whatever the scope says of pages: a sitemap of its host, and what a page of its host shows. */
function isNoPage({ settings, work }: BegunVisit): boolean {
  return (settings.sitemaps.follow && sitemapLevel(work) !== undefined) || isRequisite(settings, work);
}

/** If the host does not answer at all, it fails; an answer that forbids is a denial. */
function unreachable(detail: string): Outcome {
  const reason = detail.slice(0, detail.indexOf(':'));
  if (detail.startsWith('status '))
    return { kind: 'denied', by: 'robots-unreachable', rule: `robots.txt: ${detail}` };
  return { kind: 'failed', reason: reason as FailureReason, detail: `robots.txt: ${detail}` };
}
