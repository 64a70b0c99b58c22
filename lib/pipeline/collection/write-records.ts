import { defined } from '../../domain/base/defined.ts';
import type { Registered } from '../../domain/collection/change-line.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { WrittenContent } from '../../domain/document/written-content.ts';
import type { RecordDraft } from '../../ports/records.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { maxUrls, type Publishing } from '../turn/publishing.ts';
import { recordDraft } from './record-draft.ts';

const recordsAtOnce = 8;

/** A page of a committed turn, with its ordinal in the outbox. */
interface Page {
  readonly ordinal: number;
  readonly page: OutboxPage;
  readonly content: WrittenContent;
}

/**
 * Adds the URLs of a committed turn to their records. Not before the commit: no later turn would know of a URL that was
 * added by a turn that is never committed, and it would never leave the collection. Idempotent: a repetition finds the
 * same entries, or newer ones.
 * @returns what the register has of each page, by ordinal
 */
export async function writeRecords(
  publishing: Publishing,
  pages: readonly OutboxPage[],
  contents: readonly WrittenContent[],
): Promise<readonly Registered[]> {
  const registered: Registered[] = [];
  const places = pages.map(
    (page, ordinal): Page => ({ ordinal, page, content: contents[ordinal] as WrittenContent }),
  );
  // Of several pages with the same content the first one makes the record.
  const byRecord = [...Map.groupBy(places, ({ page }) => page.md5).values()];
  await sideBySide(byRecord, recordsAtOnce, async (same) => {
    for (const one of same) {
      registered[one.ordinal] = await (one.page.revises ? look(publishing, one) : register(publishing, one));
    }
  });
  return registered;
}

async function register(publishing: Publishing, one: Page): Promise<Registered> {
  const { ports, key } = publishing;
  const { page } = one;
  const { url } = page.response;
  const member = { url, at: page.firstSeen, depth: page.depth };
  const added = await ports.records.add(key.job, draftOf(publishing, one), member);
  const { first, revision, firstSeen } = added;
  const document = first ? page.document : (added.document ?? page.document);
  // Revision 1 means that the only change so far is that this URL made the record.
  const isAlone = first && revision === 1;
  return {
    ...{ change: first ? 'created' : 'updated', revision, firstSeen },
    ...defined({ document }),
    urls: isAlone ? [url] : await ports.records.urls(key.job, page.md5, maxUrls),
  };
}

/** The register's entry for a page that is registered already. */
async function look({ ports, key }: Publishing, { page }: Page): Promise<Registered> {
  const { md5, firstSeen, document } = page;
  const revision = await ports.records.revision(key.job, md5);
  return {
    ...{ change: 'updated', revision, firstSeen },
    ...defined({ document }),
    urls: await ports.records.urls(key.job, md5, maxUrls),
  };
}

/** Points the register to the new lines of records of which only the verdict or the document changed. */
export async function reviseRecords(
  publishing: Publishing,
  pages: readonly OutboxPage[],
  contents: readonly WrittenContent[],
): Promise<void> {
  const { ports, key } = publishing;
  for (const [ordinal, page] of pages.entries()) {
    if (!page.revises) continue;
    const { url } = page.response;
    const known = await ports.records.record(key.job, page.md5);
    if (known?.firstUrl !== url) continue;
    const content = { ...(contents[ordinal] as WrittenContent), targetsDigest: known.targets };
    const draft = draftOf(publishing, { ordinal, page, content });
    await ports.records.add(key.job, draft, { url, at: page.firstSeen, depth: page.depth });
  }
}

function draftOf({ key, turn }: Publishing, { ordinal, page, content }: Page): RecordDraft {
  const { md5, document } = page;
  return recordDraft({ ...content, md5 }, page, {
    change: { host: key.host, turn, ordinal },
    ...defined({ document }),
  });
}
