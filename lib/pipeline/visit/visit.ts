import type { FetchResult } from '../../domain/fetch/fetch-result.ts';
import { type FailureReason, type Outcome, saysNothing } from '../../domain/fetch/outcome.ts';
import { isBeginning, meaningOf, outcomeOfStatus } from '../../domain/fetch/status-outcome.ts';
import { knownValidators, revalidated, validatorsOf } from '../../domain/fetch/validators.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { describeRefusal, scopeOf } from '../../domain/scope/scope.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { sitemapLevel } from '../../domain/sitemaps/rank.ts';
import { identityOf } from '../../domain/url/identity.ts';
import type { PutOff } from '../politeness/host-session.ts';
import { visitListing } from '../sitemaps/visit-listing.ts';
import type { PageReading } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import type { Visited, VisitedListing } from '../turn/visited.ts';
import { askForPage } from './ask-page.ts';
import { keepPage } from './keep-page.ts';
import { pageResponse } from './page-response.ts';

/** Visits one URL: scope, robots.txt, fetch, and what the answer makes of it. Never throws for what the web does. */
export async function visit(
  turn: Turn,
  work: Work,
  readings: ReadonlySet<PageReading>,
): Promise<Visited | PutOff> {
  const { ports } = turn;
  const settings = settingsFor(turn.settings, work.url);
  const { url, depth } = work;
  const scope = scopeOf(settings).verdict({ url, depth, hostHops: turn.body.hostHops ?? 0 });
  if (!scope.accepted && !(isSitemap(settings, work) && scope.rule !== 'deny'))
    return ended(turn, work, { kind: 'denied', by: 'scope', rule: describeRefusal(scope) });

  const answer = await turn.robots(work.url);
  if (answer.kind === 'put-off') return answer;
  if (answer.kind === 'refused')
    return ended(turn, work, {
      kind: 'failed',
      reason: 'address-refused',
      detail: `robots.txt: ${answer.detail}`,
    });
  if (answer.kind === 'unreachable') return ended(turn, work, unreachable(answer.detail));
  const verdict = answer.robots.verdict(work.url, settings.identity.product);
  if (!verdict.allowed) {
    return ended(turn, work, {
      kind: 'denied',
      by: verdict.by ?? 'robots',
      ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
    });
  }

  const listing = visitListing(work, settings, answer.robots);
  const asked = await askForPage(turn, work, answer.robots, settings, listing);
  if (asked.kind === 'put-off') return asked;
  const { result, conditional, spelling } = asked;
  if (result.kind === 'error')
    return ended(turn, work, { kind: 'failed', reason: result.reason, detail: result.detail });
  const at = ports.clock.now();
  if (conditional && result.status === 304 && work.visit?.outcome === 'listed') {
    const outcome: Outcome = { kind: 'listed' };
    return { kind: 'visited', outcome, at, bytes: 0, seen: seenIn(result, work, outcome) };
  }
  const bytes = result.body.length;
  const outcome = outcomeOfStatus(result, {
    ...{ url, spelling, hops: work.hops, maxHops: settings.fetch.maxRedirects },
    identity: identityOf(turn.settings),
    ...(conditional && work.visit?.md5 !== undefined ? { known: work.visit.md5 } : {}),
  });
  if (outcome) return { kind: 'visited', outcome, at, bytes, seen: seenIn(result, work, outcome) };

  const read = await listing?.read(result, at);
  if (read !== undefined && !('body' in read)) return listedVisit(result, work, read, at);
  const came = read === undefined ? result : { ...result, body: read.body, truncated: read.isCut };
  const whole = isBeginning(came) ? { ...came, truncated: true } : came;
  const body = read === undefined ? result : { body: read.body };
  const kept = await keepPage(turn, { work, readings, response: pageResponse(url, whole, at), body });
  if ('until' in kept) return kept;
  return {
    kind: 'visited',
    at,
    bytes: whole.body.length,
    seen: seenIn(result, work, kept.outcome),
    ...kept,
  };
}

/** What was found as a sitemap of its host is read whatever the scope says of pages. */
function isSitemap(settings: JobSettings, work: Work): boolean {
  return settings.sitemaps.follow && sitemapLevel(work) !== undefined;
}

/** One that changes today or just now, by what it says, is read again even if the server says that it did not change. */
function listedVisit(result: Answer, work: Work, listed: VisitedListing, at: number): Visited {
  const { format, entries, isCut, bytes } = listed.listing;
  const outcome: Outcome = { kind: 'listed', list: { format, entries, isCut } };
  const seen = listed.changes.isOpen ? { status: result.status } : seenIn(result, work, outcome);
  return { kind: 'visited', outcome, at, bytes, seen, listed };
}

function ended(turn: Turn, work: Work, outcome: Outcome): Visited {
  const seen = saysNothing(outcome) ? knownValidators(work.visit) : {};
  return { kind: 'visited', outcome, at: turn.ports.clock.now(), seen, bytes: 0 };
}

/** No answer at all is the host's failure; an answer that forbids is a denial. */
function unreachable(detail: string): Outcome {
  const reason = detail.slice(0, detail.indexOf(':'));
  if (detail.startsWith('status '))
    return { kind: 'denied', by: 'robots-unreachable', rule: `robots.txt: ${detail}` };
  return { kind: 'failed', reason: reason as FailureReason, detail: `robots.txt: ${detail}` };
}

type Answer = Extract<FetchResult, { kind: 'response' }>;

/** Validators are those of the version that is known: what an error page says of itself is not about the page. */
function seenIn({ status, headers }: Answer, work: Work, outcome: Outcome): Visited['seen'] {
  const known = knownValidators(work.visit);
  switch (meaningOf(status)) {
    case 'page':
    case 'part':
      return { status, ...(outcome.kind === 'failed' ? known : validatorsOf(headers)) };
    case 'not-modified':
      return { status, ...revalidated(known, headers) };
    default:
      return { status, ...(outcome.kind === 'failed' && status !== 412 ? known : {}) };
  }
}
