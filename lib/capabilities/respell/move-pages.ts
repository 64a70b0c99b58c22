import { presentName } from '../../base/url/present-name.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { clearNames, moveIn, moveInFor, moveOut } from '../../domain/frontier/body.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { MovedVisit } from '../../domain/frontier/move-pages.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { arrived, isPurged } from '../../pipeline/collection/renamed-visit.ts';
import { openStoredPages } from '../../pipeline/collection/stored-pages.ts';
import { segmentReader } from '../../pipeline/frontier/segment-reader.ts';
import { sendCandidate, sendVisit } from '../../pipeline/turn/departures.ts';
import { isOutboxFull } from '../../pipeline/turn/outbox-room.ts';
import type { OrderMessage, Turn } from '../../pipeline/turn/turn.ts';
import { readJudgement, writeJudgement } from '../../topic/settings.ts';
import { cause } from './respell-pages.ts';

/**
 * Sends what a host knows to the host where its URLs belong now, as much as the outbox has room for. What is known about a
 * page goes with it. If a visit says something about the host only (a failure, a denial, a redirect to the page's own
 * present name), the page waits there for a visit instead.
 * @returns whether nothing is left
 */
export async function leaveHost({ body, ports, key, settings, harvest }: Turn): Promise<boolean> {
  if (isOutboxFull(harvest)) return false;
  const { departures } = harvest;
  return await moveOut(
    body,
    {
      takeCandidate(candidate) {
        const url = presentName(settings, candidate.url);
        sendCandidate(departures, hostOf(url), { ...candidate, url });
        return !isOutboxFull(harvest);
      },
      takeVisit({ visit, ...place }) {
        const url = presentName(settings, visit.url);
        if (isOfPage(visit, url, settings)) {
          sendVisit(departures, hostOf(url), { visit: withoutPlace(visit), ...place });
        } else sendCandidate(departures, hostOf(url), { url, depth: visit.depth, ...place });
        return !isOutboxFull(harvest);
      },
    },
    segmentReader(ports, key),
  );
}

/** Whether a visit says something about its page, not only about the host that was asked. */
function isOfPage(
  { outcome, md5, detail, deleted }: Visit,
  url: CanonicalUrl,
  settings: JobSettings,
): boolean {
  if (md5 !== undefined || deleted !== undefined) return true;
  if (outcome === 'redirected') return presentName(settings, (detail ?? '') as CanonicalUrl) !== url;
  return outcome !== 'failed' && outcome !== 'denied';
}

/** A visit without the place of its stored off-topic content, which is found only under its first host. */
function withoutPlace({ judged, ...visit }: Visit): Visit {
  return judged === undefined
    ? visit
    : { ...visit, judged: writeJudgement({ by: readJudgement(judged).by }) };
}

/**
 * Takes in visits that other hosts made under old names: the records get the present names, then lose the old ones. A page
 * that is already known stays as it is, unless it leads to no record and the other visit does.
 * @returns ids of the messages that are done
 */
export async function movePagesIn(
  turn: Turn,
  moved: readonly OrderMessage<readonly MovedVisit[]>[],
): Promise<readonly string[]> {
  const { body, ports, key, settings, harvest } = turn;
  const read = segmentReader(ports, key);
  const stored = openStoredPages(ports);
  const done: string[] = [];
  for (const { id, order } of moved) {
    const named = order.map((one) => ({ ...one, url: presentName(settings, one.visit.url) }));
    const own = named.filter(({ url }) => hostOf(url) === key.host);
    const known = await clearNames(body, new Set(own.map(({ url }) => url)), read);
    for (const one of named) {
      if (isOutboxFull(harvest)) return done;
      const { url, visit, rank, hops, role } = one;
      if (hostOf(url) !== key.host) {
        sendVisit(harvest.departures, hostOf(url), { visit, rank, hops, role });
        continue;
      }
      const here = body.visits.get(url) ?? known.get(url);
      // A page that was deleted under this name does not come back by another name.
      const isAway = here?.visit.deleted !== undefined;
      const isBetter = !isAway && here?.visit.md5 === undefined && visit.md5 !== undefined;
      leaveRecord(turn, one, here !== undefined && !isBetter ? here.visit : undefined);
      if (here !== undefined && !isBetter) continue;
      const present = await arrived(turn, visit, url, stored);
      if (here === undefined) moveIn(body, present, { rank, hops, role });
      else await moveInFor(body, here, present, read);
    }
    done.push(id);
  }
  return done;
}

/** @param stays the visit that is known under the page's present name and stays */
function leaveRecord(
  turn: Turn,
  { visit: { md5, url: old }, url }: MovedVisit & { readonly url: CanonicalUrl },
  stays: Visit | undefined,
): void {
  if (md5 === undefined) return;
  // If the old name is the present one again, it still leads to the record.
  const leaves = url !== old || (stays === undefined ? isPurged(turn) : stays.md5 !== md5);
  if (leaves) turn.harvest.removals.push({ md5, url: old, cause, at: turn.ports.clock.now() });
}
