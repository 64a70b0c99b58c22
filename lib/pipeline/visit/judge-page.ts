import type { OutcomeKind } from '../../base/fetch/outcome.ts';
import { redirectTo } from '../../base/fetch/status-outcome.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { isOnGoodPath } from '../../domain/focus/hard-rule.ts';
import { followsLinks } from '../../domain/focus/ranking.ts';
import { denialBy, ownerAsks, recorded } from '../../rules/rights.ts';
import { admissible, candidateOf, rankingFor } from '../frontier/candidates.ts';
import { linkPriorOf } from '../links/link-prior.ts';
import { endPage } from './end-visit.ts';
import type { ReadVisit, VisitEnd, WeighedVisit } from './steps.ts';

/** Decides whether the owner of a page permits taking it, whether it belongs to another URL, and whether its links are followed. */
export async function judgePage(visit: ReadVisit): Promise<WeighedVisit | VisitEnd> {
  const { work, settings, response, content, rules } = visit;
  const { product } = settings.identity;
  const asks = ownerAsks(rules.usage(work.url, product), response, content.robots, product);
  const { nofollow, noarchive } = asks.directives;
  if (content.movesTo !== undefined && !nofollow) return endMoved(visit, content.movesTo);
  const denial = denialBy(asks, settings.purpose);
  if (denial !== undefined)
    return endPage(visit, { kind: 'denied', ...denial }, { content, skipLinks: nofollow });
  const to = settings.links.canonical === 'trust' ? movedTo(visit) : undefined;
  if (to !== undefined)
    return endPage(visit, { kind: 'redirected', status: response.status, to, rel: 'canonical' });
  return {
    ...visit,
    response: { ...response, ...recorded(asks) },
    skipLinks: nofollow || !areLinksFollowed(visit),
    noArchive: noarchive === true,
  };
}

/** Ends the visit of a page that an instant refresh redirects: nothing of it is kept, whatever else its owner says. */
function endMoved(visit: ReadVisit, to: CanonicalUrl): VisitEnd {
  const { work, settings, response } = visit;
  const { url, hops } = work;
  const outcome = redirectTo(to, response.status, { url, hops, maxHops: settings.fetch.maxRedirects });
  return endPage(visit, outcome.kind === 'redirected' ? { ...outcome, rel: 'refresh' } : outcome);
}

/** Whether the focus of the job follows links from a page with this verdict. */
function areLinksFollowed({
  settings: { focus, topic },
  work,
  content: { topic: verdict },
}: ReadVisit): boolean {
  if (verdict === undefined || topic === undefined || topic.followOffTopic) return true;
  const { relevant, crawlOnly, classes, filter, site } = verdict;
  const onGoodPath = isOnGoodPath(topic, { filter, best: classes[0]?.id, site });
  const { tunnelDepth = 0 } = linkPriorOf(topic, work, verdict);
  return followsLinks(focus, { relevant, crawlOnly, onGoodPath }, tunnelDepth);
}

const inCollection: ReadonlySet<OutcomeKind> = new Set(['stored', 'unchanged', 'duplicate']);

/**
 * The target of a page that names another URL of its host as its canonical one. If two pages name each other, both would be
 * lost: so a page stays if a redirect led to it, or if the visit of its canonical URL brought no page.
 */
function movedTo({ turn, work, content: { canonical } }: ReadVisit): CanonicalUrl | undefined {
  if (canonical === undefined || hostOf(canonical) !== turn.key.host || work.hops > 0) return undefined;
  const before = turn.body.visits.get(canonical)?.visit.outcome;
  if (before !== undefined && !inCollection.has(before)) return undefined;
  const source = { depth: work.depth, hops: work.hops, at: turn.ports.clock.now() };
  const candidate = candidateOf({ url: canonical, element: 'redirect' }, source, rankingFor(turn.settings));
  return admissible(candidate, turn.body.hostHops ?? 0, turn.settings) ? canonical : undefined;
}
