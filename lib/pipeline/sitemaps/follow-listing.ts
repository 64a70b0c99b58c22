import { defined } from '../../base/defined.ts';
import type { Candidate } from '../../base/links/link.ts';
import { encodeLinkLine } from '../../base/links/link-segment.ts';
import { sitemapLevel } from '../../base/links/url-role.ts';
import { byDepth } from '../../domain/focus/ranking.ts';
import { admitWithin, changed } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { listedRank } from '../../rules/sitemaps.ts';
import { admissible, candidateOf, type LinkingPage, rankingFor } from '../frontier/candidates.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { isProven } from '../links/follow-links.ts';
import type { Turn } from '../turn/turn.ts';
import type { VisitedListing } from '../turn/visited.ts';
import { listSource } from '../yield/enter-visit.ts';

/**
 * Takes in the entries of a sitemap or a feed. Pages of this host enter its body now, by the priority of their entries, and
 * pages that changed after their last check are due again. Sitemaps of an index enter whatever the scope says of their
 * paths. All links go into the link log, for the recycler and others.
 * @param at epoch ms of the fetch
 */
export async function followListing(
  turn: Turn,
  work: Work,
  at: number,
  listed: VisitedListing,
): Promise<void> {
  const { ports, settings, key, body, harvest } = turn;
  const level = sitemapLevel(work);
  const ranking = rankingFor(settings);
  const source: LinkingPage = { depth: work.depth, at, ...defined({ level }) };
  const hostHops = body.hostHops ?? 0;
  if (settings.autoRecycleLinks) {
    const own: Candidate[] = [];
    for (const entry of listed.own) {
      const { url, kind } = entry;
      const element = kind === 'sitemap' ? 'index' : 'sitemap';
      const candidate = candidateOf({ url, element }, source, ranking);
      if (kind === 'sitemap') own.push(candidate);
      else if (admissible(candidate, hostHops, settings)) {
        const rank = ranking === byDepth ? listedRank(candidate.depth, entry, at) : candidate.rank;
        own.push({ ...candidate, rank });
      }
    }
    admitWithin(body, own, settingsFor(settings, key.host).budgets, listSource(turn));
  }
  await changed(body, listed.changes.dueIfCheckedBefore, at, segmentReader(ports, key));

  const proven = isProven(turn);
  for (const links of listed.lines) {
    harvest.links.push(
      encodeLinkLine(
        {
          ...{ v: 1, url: work.url, host: key.host, turn: turn.ticket.turn, depth: work.depth, at },
          ...{ outcome: 'listed', ownAdmitted: settings.autoRecycleLinks },
          ...defined({ level }),
          ...(hostHops > 0 ? { hostHops } : {}),
          ...(proven ? {} : { unproven: true }),
        },
        links,
      ),
    );
  }
}
