import { visitedCount } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { isFresh } from '../robots/stored-robots.ts';
import type { TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import { announceSitemaps } from './announce-sitemaps.ts';
import { followListing } from './follow-listing.ts';

/** Entries of sitemaps after which a turn ends: its commit writes them all at once. */
const maxEntries = 10_000;

/** Takes in the entries of sitemaps and feeds, and looks for sitemaps in the robots.txt files that the turn asked for. */
export function openSitemaps(turn: Turn): TurnPart {
  const { body, ports, storedRobots, robotsAsked } = turn;
  const announced = new Set<string>();
  let entries = 0;
  let begunAt = 0;
  let isFirst = false;

  /** Announces the sitemaps of robots.txt files that are new, or of a host that was never visited. */
  function announce(work: Work): void {
    for (const [authority, { url, robots }] of robotsAsked) {
      if (announced.has(authority)) continue;
      announced.add(authority);
      const stored = storedRobots.get(authority);
      const isKnown = stored !== undefined && isFresh(stored, begunAt);
      if (isFirst || !isKnown) announceSitemaps(turn, work, { url, robots, isFirst });
    }
  }

  return {
    name: 'sitemaps',
    beforeVisits() {
      begunAt = ports.clock.now();
      isFirst = visitedCount(body) === 0;
      return {};
    },
    putOff(work) {
      // The next turn finds the file stored, and takes it for known. A host that was never visited looks into it again.
      if (visitedCount(body) > 0) announce(work);
    },
    async visited({ work, visited }) {
      if (visited.listed) await followListing(turn, work, visited.at, visited.listed);
      announce(work);
      entries += visited.listed?.listing.entries ?? 0;
      return entries < maxEntries ? undefined : 'stop';
    },
  };
}
