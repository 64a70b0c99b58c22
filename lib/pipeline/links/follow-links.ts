import { defined } from '../../base/defined.ts';
import type { Outcome } from '../../base/fetch/outcome.ts';
import { jsonLine } from '../../base/json-line.ts';
import type { Candidate, Link } from '../../base/links/link.ts';
import { encodeLinkLine, type LinkLine } from '../../base/links/link-segment.ts';
import { sitemapLevel } from '../../base/links/url-role.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { isOf } from '../../base/url/url.ts';
import { isRelevanceOrdered } from '../../domain/focus/focus-settings.ts';
import { isSettled } from '../../domain/frontier/admit.ts';
import { admitWithin } from '../../domain/frontier/body.ts';
import type { Birth, Work } from '../../domain/frontier/entry.ts';
import { isHeld } from '../../domain/frontier/is-known.ts';
import type { KeptContent } from '../../domain/reading/written-content.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { admissible, candidateOf, isMovedSitemap, rankingFor } from '../frontier/candidates.ts';
import type { Turn } from '../turn/turn.ts';
import type { Kept, Visited } from '../turn/visited.ts';
import { isFirst, sourceOf } from '../yield/enter-visit.ts';
import { type LinkPrior, linkPriorOf, linkPriorOfRedirect } from './link-prior.ts';

type Redirected = Extract<Outcome, { kind: 'redirected' }>;

/**
 * Admits a page's links to its own host into the host's body, once, and adds all its links to the link log, for the
 * recycler and others.
 * @returns links to this host that it did not know
 */
export function followLinks(turn: Turn, work: Work, visited: Visited): readonly Birth[] {
  const { outcome, kept } = visited;
  const found = outcome.kind === 'redirected' ? redirection(outcome) : kept?.content;
  if (!found) return [];
  if (found.linkCount === 0) {
    noteVerdict(turn, work, visited);
    return [];
  }
  const { settings, key, body } = turn;
  const ranking = rankingFor(settings);
  const skip = kept?.skipLinks ?? false;
  const { hops } = work;
  const level = levelOf(work);
  const isAgain = !isFirst(work);
  let births: readonly Birth[] = [];
  if (settings.autoRecycleLinks && !skip) {
    const element = outcome.kind === 'redirected' ? 'redirect' : 'a';
    const own: Candidate[] = [];
    const source = {
      depth: work.depth,
      hops,
      at: visited.at,
      ...level,
      ...linkPriorFor(settings, work, visited),
    };
    for (const [place, url] of found.targets.entries()) {
      // A page's link to itself says nothing about it.
      if (url === work.url || !isOf(url, key.host)) continue;
      // Most links lead where the crawl was: nothing is made of those.
      if (element === 'a' && isSettled(body, url)) continue;
      // A page that is visited again speaks for no URL a second time.
      if (isAgain && isHeld(body, url)) continue;
      const score = found.scores?.[place];
      const candidate = candidateOf({ url, element, ...defined({ score }) }, source, ranking);
      if (isMovedSitemap(candidate, settings) || admissible(candidate, body.hostHops ?? 0, settings))
        own.push(candidate);
    }
    births = admitWithin(body, own, settingsFor(settings, key.host).budgets, sourceOf(turn, work));
  }
  const proven = isProven(turn, outcome, hops);
  turn.harvest.links.push(encodeLinkLine(lineOf(turn, work, visited, { skip, proven }), found.links));
  return births;
}

/** Adds a line without links to the link log: a page that has none, or a new verdict on a page whose links are unchanged. */
export function noteVerdict(turn: Turn, work: Work, visited: Visited): void {
  turn.harvest.links.push(encodeLinkLine(lineOf(turn, work, visited, { skip: true, proven: true }), '[]'));
}

function lineOf(
  { settings, key, body, ticket }: Turn,
  work: Work,
  { outcome, kept, at }: Visited,
  { skip, proven }: { readonly skip: boolean; readonly proven: boolean },
): Omit<LinkLine, 'links'> {
  const hostHops = body.hostHops ?? 0;
  return {
    v: 1,
    url: work.url,
    host: key.host,
    turn: ticket.turn,
    depth: work.depth,
    at,
    outcome: outcome.kind,
    ownAdmitted: settings.autoRecycleLinks,
    ...(outcome.kind === 'redirected' ? { status: outcome.status } : {}),
    ...(work.hops > 0 ? { hops: work.hops } : {}),
    ...levelOf(work),
    ...(hostHops > 0 ? { hostHops } : {}),
    ...relevance(kept?.content.topic),
    ...linkPriorFor(settings, work, { outcome, kept }),
    ...(skip ? { skip } : {}),
    ...(proven ? {} : { unproven: true }),
    ...(outcome.kind === 'off-topic' ? defined({ sample: kept?.content.sample }) : {}),
  };
}

/** A host that has yet to prove itself has no proven links, except a redirect: its target is the host itself. */
export function isProven({ membership }: Turn, outcome?: Outcome, hops = 0): boolean {
  if (membership === undefined || membership.isFirst) return true;
  if (membership.standing === 'good' || membership.standing === 'first') return true;
  return outcome?.kind === 'redirected' && hops === 0;
}

/** The level of a URL that was found as a sitemap. */
function levelOf(work: Work): Pick<LinkLine, 'level'> {
  const level = sitemapLevel(work);
  return level === undefined ? {} : { level };
}

/** The relevance that a visit's links carry, where relevance orders the frontier. */
function linkPriorFor(
  { focus, topic }: JobSettings,
  work: Work,
  { outcome, kept }: Pick<Visited, 'outcome'> & { readonly kept?: Kept | undefined },
): LinkPrior {
  if (topic === undefined || !isRelevanceOrdered(focus, true)) return {};
  if (outcome.kind === 'redirected') return linkPriorOfRedirect(work);
  const verdict = kept?.content.topic;
  return verdict === undefined ? {} : linkPriorOf(topic, work, verdict);
}

function relevance(topic: TopicVerdict | undefined): Pick<LinkLine, 'score' | 'best'> {
  if (topic === undefined) return {};
  const [best] = topic.classes;
  return { score: topic.score, ...(best === undefined ? {} : { best: best.id }) };
}

function redirection({
  to,
  rel,
}: Redirected): Pick<KeptContent, 'targets' | 'links' | 'linkCount' | 'scores'> {
  const link: Link = {
    url: to,
    anchor: '',
    rel: rel === undefined ? [] : [rel],
    element: 'redirect',
    place: 'head',
  };
  return { targets: [to], linkCount: 1, links: jsonLine(JSON.stringify([link])) };
}
