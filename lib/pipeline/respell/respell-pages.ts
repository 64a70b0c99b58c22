import { contentOf } from '../../domain/document/content-of.ts';
import { writtenContent } from '../../domain/document/written-content.ts';
import {
  forgetOldName,
  type OldName,
  respellPending,
  type Spelling,
  settle,
  settleAs,
  takeOldNames,
} from '../../domain/frontier/body.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { identityOf } from '../../domain/url/identity.ts';
import type { CanonicalUrl, HostName } from '../../domain/url/url.ts';
import { openStoredPages, type StoredPages } from '../collection/stored-pages.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { outboxPage } from '../reclassify/apply-verdict.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import type { Turn } from '../turn/turn.ts';
import { gather } from '../turn/turn-harvest.ts';

/** Visits that get another name in one turn. */
const maxRespelled = 100;
/** What removals from records tell as their cause. */
export const cause = 'respelled';

/** The name of a URL of a host by some settings: that which it has where they would give it to another host. */
export function spellingIn(settings: Pick<JobSettings, 'url'>, host: HostName): Spelling {
  const identity = identityOf(settings);
  return (url) => {
    const canonical = identity.refine(url);
    return canonical.ok && canonical.host === host ? canonical.url : url;
  };
}

/**
 * Gives the host's URLs their present names, so many in a turn, without fetching any: a page that is known by two of them is one
 * from then on. Its records get the names when the turn is published, and indexers are told which URLs lead to them now.
 * @returns whether none is left
 */
export async function respellPages(turn: Turn): Promise<boolean> {
  const { body, ports, key, settings, harvest } = turn;
  const read = segmentReader(ports, key);
  const spell = spellingIn(settings, key.host);
  if (!(await respellPending(body, spell, read))) return false;
  const { old, isAll } = await takeOldNames(body, spell, maxRespelled, read);
  const stored = openStoredPages(ports);
  let isDone = isAll;
  for (const one of old) {
    if (isOutboxFull(harvest)) {
      // Told by its times from the copy that it may leave behind in a segment (`takeHolding`).
      settle(body, { ...one.work.visit, at: one.work.visit.at + 1 });
      isDone = false;
    } else await respell(turn, one, stored);
  }
  return isDone;
}

async function respell(turn: Turn, { work, url, known }: OldName, pages: StoredPages): Promise<void> {
  const { body, ports, harvest } = turn;
  const { md5 } = work.visit;
  const isTaken = known !== undefined || body.visits.has(url);
  if (md5 !== undefined) harvest.removals.push({ md5, url: work.url, cause, at: ports.clock.now() });
  if (isTaken) forgetOldName(body, work.url);
  else settleAs(body, work.url, await renamed(turn, work.visit, url, pages));
}

/** A visit under another name of its page, whose record gets that when the turn is published. */
export async function renamed(
  { ports, key, settings, harvest }: Turn,
  before: Visit,
  url: CanonicalUrl,
  pages: StoredPages,
): Promise<Visit> {
  const { md5, ...visit } = before;
  if (md5 === undefined) return { ...visit, url };
  const stored = await pages.of(key, before);
  if (stored === undefined) {
    // Its text is gone: it is asked for again under its name.
    const { judged: _, ...rest } = visit;
    return { ...rest, url, next: 0, unconditional: true };
  }
  const content = writtenContent(contentOf(stored.record), undefined, settings.links);
  const work = { url, depth: visit.depth };
  const page = outboxPage({ work, stored, at: ports.clock.now() }, stored.entry?.document);
  gather(harvest, { ...page, firstSeen: visit.firstSeen }, content);
  return { ...visit, url, md5 };
}

/** What a message names, by the names that its URLs have now. */
export function inPresentNames<T extends { readonly url: CanonicalUrl }>(
  candidates: readonly T[],
  spell: Spelling,
): readonly T[] {
  return candidates.map((one) => {
    const url = spell(one.url);
    return url === one.url ? one : { ...one, url };
  });
}
