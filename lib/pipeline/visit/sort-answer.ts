import type { Outcome } from '../../base/fetch/outcome.ts';
import { isBeginning, outcomeOfStatus } from '../../base/fetch/status-outcome.ts';
import { onceKnown } from '../../base/once-known.ts';
import { identityOf } from '../../base/url/identity.ts';
import type { AnswerContent } from '../sitemaps/visit-listing.ts';
import type { VisitedListing } from '../turn/visited.ts';
import { endAnswered, endBeside } from './end-visit.ts';
import { pageResponse } from './page-response.ts';
import type { AnsweredVisit, PageVisit, StepResult, VisitEnd } from './steps.ts';

/** Decides what an answer is: the end of the visit by its status, a sitemap or a feed, or a page. */
export function sortAnswer(visit: AnsweredVisit): StepResult<PageVisit> {
  const { work, result, conditional, at, listing } = visit;
  if (conditional && result.status === 304 && work.visit?.outcome === 'listed')
    return endAnswered(visit, { kind: 'listed' }, { bytes: 0 });
  const outcome = outcomeOf(visit);
  if (outcome) return endBeside(visit, outcome);
  return onceKnown(listing?.read(result, at), (read) => pageOr(visit, read));
}

/** What the status of an answer says; undefined: its body counts. */
export function outcomeOf({
  turn,
  work,
  settings,
  result,
  conditional,
  spelling,
}: AnsweredVisit): Outcome | undefined {
  const { url, hops } = work;
  return outcomeOfStatus(result, {
    ...{ url, spelling, hops, maxHops: settings.fetch.maxRedirects },
    identity: identityOf(turn.settings),
    ...(conditional && work.visit?.md5 !== undefined ? { known: work.visit.md5 } : {}),
  });
}

function pageOr(visit: AnsweredVisit, read: AnswerContent): PageVisit | VisitEnd {
  const { work, result, at } = visit;
  if (read !== undefined && !('body' in read)) return listed(visit, read);
  const answer = read === undefined ? result : { ...result, body: read.body, truncated: read.isCut };
  const marked = isBeginning(answer) ? { ...answer, truncated: true } : answer;
  const body = read === undefined ? result : { body: read.body };
  return { ...visit, response: pageResponse(work.url, marked, at), body };
}

/** Ends the visit of a list. If it reports changes of today or just now, it gets no validators: the next visit reads it anew. */
function listed(visit: AnsweredVisit, read: VisitedListing): VisitEnd {
  const { format, entries, isCut, bytes } = read.listing;
  const outcome: Outcome = { kind: 'listed', list: { format, entries, isCut } };
  const seen = read.changes.hasUndecided ? { seen: { status: visit.result.status } } : {};
  return endAnswered(visit, outcome, { bytes, listed: read, ...seen });
}
