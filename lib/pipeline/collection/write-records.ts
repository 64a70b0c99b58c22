import { defined } from '../../base/defined.ts';
import type { Registered } from '../../domain/collection/change-line.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { StoredContent } from '../../domain/reading/written-content.ts';
import type { RecordDraft } from '../../ports/records.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { type EnteredGroup, enterGroup, presentLink } from '../near-duplicates/enter-group.ts';
import { maxUrls, type Publishing } from '../turn/publishing.ts';
import { recordDraft } from './record-draft.ts';

const recordsAtOnce = 8;

/** A committed turn, and the name of the changes object that its lines are about to stand in, or do. */
export interface Placed extends Publishing {
  readonly object: string;
}

/** A page of a committed turn, with its ordinal in the outbox. */
interface Page {
  readonly ordinal: number;
  readonly page: OutboxPage;
  readonly content: StoredContent;
}

/**
 * Adds the URLs of a committed turn to their records. Not before the commit: no later turn would know of a URL that was
 * added by a turn that is never committed, and it would never leave the collection. Idempotent: a repetition finds the
 * same entries, or newer ones.
 * @returns what the register has of each page, by ordinal
 */
export async function writeRecords(
  publishing: Placed,
  pages: readonly OutboxPage[],
  contents: readonly StoredContent[],
): Promise<readonly Registered[]> {
  const registered: Registered[] = [];
  const places = pages.map(
    (page, ordinal): Page => ({ ordinal, page, content: contents[ordinal] as StoredContent }),
  );
  // Of several pages with the same content the first one makes the record.
  const byRecord = [...Map.groupBy(places, ({ page }) => page.md5).values()];
  // A group of near-duplicates is there before pages of the same turn join it.
  const [members, others] = [true, false].map((isMember) =>
    byRecord.filter(([first]) => (first?.page.near?.is === 'member') === isMember),
  );
  for (const some of [others, members]) {
    await sideBySide(some ?? [], recordsAtOnce, async (same) => {
      for (const one of same) {
        registered[one.ordinal] = await (one.page.revises
          ? look(publishing, one)
          : register(publishing, one));
      }
    });
  }
  return registered;
}

async function register(publishing: Placed, one: Page): Promise<Registered> {
  const { ports, key } = publishing;
  const { page } = one;
  const { url } = page.response;
  const member = { url, at: page.firstSeen, depth: page.depth };
  const { group, nearDuplicateOf } = await grouped(publishing, one);
  const added = await ports.records.add(key.job, draftOf(publishing, one, group), member);
  const { first, revision, firstSeen } = added;
  const document = first ? page.document : (added.document ?? page.document);
  // Revision 1 means that the only change so far is that this URL made the record.
  const isAlone = first && revision === 1;
  return {
    ...{ change: first ? 'created' : 'updated', revision, firstSeen },
    ...defined({ document, nearDuplicateOf }),
    urls: isAlone ? [url] : await ports.records.urls(key.job, page.md5, maxUrls),
  };
}

/** The register's entry for a page that is registered already. */
async function look(publishing: Publishing, one: Page): Promise<Registered> {
  const { ports, key } = publishing;
  const { md5, firstSeen, document } = one.page;
  const revision = await ports.records.revision(key.job, md5);
  const { nearDuplicateOf } = await grouped(publishing, one);
  return {
    ...{ change: 'updated', revision, firstSeen },
    ...defined({ document, nearDuplicateOf }),
    urls: await ports.records.urls(key.job, md5, maxUrls),
  };
}

/** Enters a page into its group of near-duplicates. If the visit had nothing to do with a group, the record may be in one. */
async function grouped(
  { ports, key }: Publishing,
  { page: { md5, near, response }, content: { minHashes } }: Page,
): Promise<EnteredGroup> {
  if (minHashes === undefined) return {};
  const compared = { md5, url: response.url, minHashes };
  if (near !== undefined) return await enterGroup(ports, key.job, compared, near);
  const group = (await ports.records.record(key.job, md5))?.group;
  if (group === undefined) return {};
  return { group, ...defined({ nearDuplicateOf: await presentLink(ports, key.job, compared, group) }) };
}

/** Points the register to the new lines of records of which only the verdict or the document changed. */
export async function reviseRecords(
  publishing: Placed,
  pages: readonly OutboxPage[],
  contents: readonly StoredContent[],
): Promise<void> {
  const { ports, key } = publishing;
  for (const [ordinal, page] of pages.entries()) {
    if (!page.revises) continue;
    const { url } = page.response;
    const known = await ports.records.record(key.job, page.md5);
    if (known?.firstUrl !== url) continue;
    const content = { ...(contents[ordinal] as StoredContent), targetsDigest: known.targets };
    const draft = draftOf(publishing, { ordinal, page, content }, known.group);
    await ports.records.add(key.job, draft, { url, at: page.firstSeen, depth: page.depth });
  }
}

function draftOf(
  { key, turn, object }: Placed,
  { ordinal, page, content }: Page,
  group: string | undefined,
): RecordDraft {
  const { md5, document } = page;
  return recordDraft({ ...content, md5 }, page, {
    change: { host: key.host, turn, ordinal, object },
    ...defined({ document, group }),
  });
}
