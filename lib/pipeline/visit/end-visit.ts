import { defined } from '../../base/defined.ts';
import { outcomeDetail } from '../../base/fetch/describe-outcome.ts';
import { type Outcome, saysNothing } from '../../base/fetch/outcome.ts';
import { meaningOf } from '../../base/fetch/status-outcome.ts';
import { knownValidators, revalidated, validatorsOf } from '../../base/fetch/validators.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { keepBeside, keepsBeside } from '../turn/keep-beside.ts';
import type { RefusedUrl } from '../turn/part.ts';
import type { Kept, Visited } from '../turn/visited.ts';
import type { AnsweredVisit, BegunVisit, PageVisit, ReadVisit, VisitEnd, WebResponse } from './steps.ts';

/** Ends a visit without an answer for its page. */
export function endUnanswered({ turn, work }: BegunVisit, outcome: Outcome): VisitEnd {
  const seen = saysNothing(outcome) ? knownValidators(work.visit) : {};
  return { end: { kind: 'visited', outcome, at: turn.ports.clock.now(), seen, bytes: 0 } };
}

/** Ends a visit that a part refuses. */
export function endRefused({ turn }: BegunVisit, refused: RefusedUrl): VisitEnd {
  return { end: { kind: 'visited', ...refused, at: turn.ports.clock.now(), bytes: 0 } };
}

/** Ends a visit whose answer has no page to read. */
export function endAnswered(
  { result, work, at }: AnsweredVisit,
  outcome: Outcome,
  more: Partial<Pick<Visited, 'listed' | 'seen' | 'bytes'>> = {},
): VisitEnd {
  const seen = more.seen ?? seenIn(result, work, outcome);
  return { end: { kind: 'visited', outcome, at, bytes: result.body.length, ...more, seen } };
}

/**
 * Ends a visit whose answer is no page: a redirect, or an error. It is kept where the job keeps such answers, and where its URL did
 * not answer so before.
 */
export function endBeside(visit: AnsweredVisit, outcome: Outcome): VisitEnd | Promise<VisitEnd> {
  const { turn, result, work, settings, at, spelling: url } = visit;
  const end = endAnswered(visit, outcome);
  if (!keepsBeside(settings) || result.status === 304 || isAsBefore(result, work, outcome)) return end;
  return keepBeside(turn, { url, result, at }).then(() => end);
}

function isAsBefore({ status }: WebResponse, { visit }: Work, outcome: Outcome): boolean {
  if (visit === undefined || visit.unconditional || visit.outcome !== outcome.kind) return false;
  return visit.status === status && visit.detail === outcomeDetail(outcome);
}

/** Ends a visit whose page arrived. @param read absent: the page was not read, or nothing of it counts */
export function endPage(
  { result, work, at, response, failedPlugins, told }: PageVisit & Pick<ReadVisit, 'failedPlugins' | 'told'>,
  outcome: Outcome,
  read?: Omit<Kept, 'told'>,
): VisitEnd {
  const kept = read === undefined || told === undefined ? read : { ...read, told };
  return {
    end: {
      kind: 'visited',
      ...{ outcome, at, bytes: response.bytes, seen: seenIn(result, work, outcome) },
      ...defined({ kept, failedPlugins }),
    },
  };
}

/** The validators of the known version stay after an error: what an error page says of itself is not about the page. */
function seenIn({ status, headers }: WebResponse, work: Work, outcome: Outcome): Visited['seen'] {
  const known = knownValidators(work.visit);
  switch (meaningOf(status)) {
    case 'page':
    case 'part':
      return { status, ...(outcome.kind === 'failed' ? known : validatorsOf(headers)) };
    case 'not-modified':
      return { status, ...revalidated(known, headers), ...defined({ digest: work.visit?.digest }) };
    default:
      return { status, ...(outcome.kind === 'failed' && status !== 412 ? known : {}) };
  }
}
