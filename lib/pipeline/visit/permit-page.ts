import { defined } from '../../base/defined.ts';
import type { FailureReason, Outcome } from '../../base/fetch/outcome.ts';
import { onceKnown } from '../../base/once-known.ts';
import { describeRefusal, scopeOf } from '../../rules/scope.ts';
import type { RobotsAnswer } from '../robots/robots-rules.ts';
import { keepsBeside } from '../turn/keep-beside.ts';
import type { PermitPage } from '../turn/turn.ts';
import { endRefused, endUnanswered } from './end-visit.ts';
import type { BegunVisit, PermittedVisit, StepResult, VisitEnd } from './steps.ts';

/** Decides whether parts, scope, robots.txt and the program that crawls permit a request for a URL. */
export function permitPage(visit: BegunVisit): StepResult<PermittedVisit> {
  return permitIn(visit, false);
}

/** The same for a sitemap, which is read whatever the scope says of pages. */
export function permitSitemap(visit: BegunVisit): StepResult<PermittedVisit> {
  return permitIn(visit, visit.settings.sitemaps.follow);
}

/** The same for what a page shows. */
export function permitRequisite(visit: BegunVisit): StepResult<PermittedVisit> {
  if (keepsBeside(visit.settings)) return permitIn(visit, true);
  const rule = 'only documents.keep: all has what pages show fetched';
  return endUnanswered(visit, { kind: 'denied', by: 'scope', rule });
}

/** @param isBeside whether the scope speaks of the URL only where it denies it */
function permitIn(visit: BegunVisit, isBeside: boolean): StepResult<PermittedVisit> {
  const { turn, work, settings } = visit;
  for (const part of turn.parts) {
    const refusal = part.refuses?.(work);
    if (refusal !== undefined) return onceKnown(refusal, (said) => endRefused(visit, said));
  }
  const { url, depth } = work;
  const scope = scopeOf(settings).verdict({ url, depth, hostHops: turn.body.hostHops ?? 0 });
  if (!scope.accepted && !(isBeside && scope.rule !== 'deny'))
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

/** If the host does not answer at all, it fails; an answer that forbids is a denial. */
function unreachable(detail: string): Outcome {
  const reason = detail.slice(0, detail.indexOf(':'));
  if (detail.startsWith('status '))
    return { kind: 'denied', by: 'robots-unreachable', rule: `robots.txt: ${detail}` };
  return { kind: 'failed', reason: reason as FailureReason, detail: `robots.txt: ${detail}` };
}
