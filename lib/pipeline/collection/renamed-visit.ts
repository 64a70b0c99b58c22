import type { CanonicalUrl } from '../../base/url/url.ts';
import { contentOf } from '../../domain/collection/content-of.ts';
import { ruleFor } from '../../domain/control/delete-rule.ts';
import { deletedVisit } from '../../domain/control/deleted-visit.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { writtenContent } from '../../domain/reading/written-content.ts';
import type { Turn } from '../turn/turn.ts';
import { gather } from '../turn/turn-harvest.ts';
import { outboxPage } from './stored-outbox-page.ts';
import type { StoredPages } from './stored-pages.ts';

/** A visit under another name of its page. Publishing the turn gives the record that name. */
export async function renamed(
  { ports, key, settings, harvest }: Turn,
  before: Visit,
  url: CanonicalUrl,
  pages: Pick<StoredPages, 'of'>,
): Promise<Visit> {
  const { md5, ...visit } = before;
  if (md5 === undefined) return { ...visit, url };
  const stored = await pages.of(key, before);
  if (stored === undefined) {
    // The text is gone: the page is fetched again under its present name.
    const { judged: _, ...rest } = visit;
    return { ...rest, url, next: 0, unconditional: true };
  }
  const content = writtenContent(contentOf(stored.record), undefined, settings.links);
  const work = { url, depth: visit.depth };
  const page = outboxPage({ work, stored, at: ports.clock.now() }, stored.entry?.document);
  gather(harvest, { ...page, firstSeen: visit.firstSeen }, content);
  return { ...visit, url, md5 };
}

/** A visit that comes to this host from another one, under the name that it has here. A page that is deleted there stays away. */
export async function arrived(
  turn: Turn,
  visit: Visit,
  url: CanonicalUrl,
  pages: Pick<StoredPages, 'of'>,
): Promise<Visit> {
  if (isPurged(turn)) return denied({ ...visit, url });
  const rule = visit.deleted === undefined ? ruleFor(turn.job.deletions, url) : undefined;
  if (rule === undefined) return await renamed(turn, visit, url, pages);
  return { ...deletedVisit(visit, rule, (await pages.of(turn.key, visit))?.entry), url };
}

/** Whether this host's records had to be deleted: none may come back. */
export function isPurged({ job, key }: Turn): boolean {
  const hold = holdOn(job.holds, key.host);
  return hold?.verb === 'block' && (hold.purge !== undefined || hold.purged === true);
}

function denied({ md5: _, judged: _j, ...visit }: Visit): Visit {
  return { ...visit, outcome: 'denied', detail: 'blocked' };
}
