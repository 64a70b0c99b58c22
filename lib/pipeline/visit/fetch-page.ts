import { defined } from '../../base/defined.ts';
import { visitListing } from '../sitemaps/visit-listing.ts';
import { askForPage } from './ask-page.ts';
import { endUnanswered } from './end-visit.ts';
import type { AnsweredVisit, PermittedVisit, VisitEnd } from './steps.ts';

/** Asks for a URL that may be asked for. */
export async function fetchPage(visit: PermittedVisit): Promise<AnsweredVisit | VisitEnd> {
  const { turn, work, settings, rules } = visit;
  const listing = visitListing({ work, settings, reader: turn.ports.reader }, rules);
  const asked = await askForPage(visit, listing);
  if (asked.kind === 'put-off') return { end: asked };
  const { result, conditional, spelling } = asked;
  if (result.kind === 'error')
    return endUnanswered(visit, { kind: 'failed', reason: result.reason, detail: result.detail });
  const at = turn.ports.clock.now();
  return { ...visit, result, conditional, spelling, at, ...defined({ listing }) };
}
