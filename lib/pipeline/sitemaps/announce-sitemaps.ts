import { jsonLine } from '../../base/json-line.ts';
import type { Candidate, Link } from '../../base/links/link.ts';
import { encodeLinkLine } from '../../base/links/link-segment.ts';
import { identityOf } from '../../base/url/identity.ts';
import { authorityOf, type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { admitWithin } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { candidateOf, rankingFor } from '../frontier/candidates.ts';
import { isProven } from '../links/follow-links.ts';
import type { AskedRobots, Turn } from '../turn/turn.ts';

/** A robots.txt that was not searched for sitemaps of this host yet. */
interface NewRobots extends AskedRobots {
  /** Whether the host has never been visited. */
  readonly isFirst: boolean;
}

/**
 * Takes in the sitemaps that a robots.txt names, when it is new to this host. Sitemaps on this host enter as sitemaps, at
 * the depth of the page for which the file was asked, whatever the scope says of their paths; others count as links. On
 * hosts of seeds, also takes in the paths of `sitemaps.wellKnown`.
 */
export function announceSitemaps(turn: Turn, work: Work, { url, robots, isFirst }: NewRobots): void {
  const { body, settings, key } = turn;
  const own = settingsFor(settings, key.host);
  const identity = identityOf(settings);
  if (!own.sitemaps.follow) return;
  const authority = authorityOf(url);
  const tried = isFirst && work.depth === 0 ? own.sitemaps.wellKnown : [];
  const found = new Set<CanonicalUrl>();
  for (const written of [...robots.sitemaps, ...tried.map((path) => authority + path)]) {
    const parsed = identity.canonicalise(written);
    if (parsed.ok) found.add(parsed.url);
  }
  if (found.size === 0) return;
  const source = { depth: work.depth, at: turn.ports.clock.now() };
  const candidates: Candidate[] = [];
  const links: Link[] = [];
  for (const url of found) {
    links.push({ url, anchor: '', rel: [], element: 'robots', place: 'text' });
    if (hostOf(url) === key.host) {
      candidates.push(candidateOf({ url, element: 'robots' }, source, rankingFor(settings)));
    }
  }
  if (settings.autoRecycleLinks) admitWithin(body, candidates, own.budgets);
  const proven = isProven(turn);
  const hostHops = body.hostHops ?? 0;
  turn.harvest.links.push(
    encodeLinkLine(
      {
        ...{ v: 1, url: `${authority}/robots.txt` as CanonicalUrl, host: key.host, turn: turn.ticket.turn },
        ...{ ...source, outcome: 'listed' },
        ownAdmitted: settings.autoRecycleLinks,
        ...(hostHops > 0 ? { hostHops } : {}),
        ...(proven ? {} : { unproven: true }),
      },
      jsonLine(JSON.stringify(links)),
    ),
  );
}
