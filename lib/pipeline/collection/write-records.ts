import { defined } from '../../base/defined.ts';
import type { Registered } from '../../domain/collection/change-line.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { StoredContent } from '../../domain/reading/written-content.ts';
import type { RecordDraft } from '../../ports/records.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { maxUrls, type Publishing, type RegisterAnswer } from '../turn/publishing.ts';
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
  const { publishers } = publishing;
  const isLater = (page: OutboxPage): boolean => publishers.some((one) => one.isLater?.(page) === true);
  for (const turnsNow of [false, true]) {
    const some = byRecord.filter(([first]) => first !== undefined && isLater(first.page) === turnsNow);
    await sideBySide(some, recordsAtOnce, async (same) => {
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
  const { group, told } = await answersOf(publishing, one);
  const added = await ports.records.add(key.job, draftOf(publishing, one, group), member);
  const { first, revision, firstSeen } = added;
  const document = first ? page.document : (added.document ?? page.document);
  // Revision 1 means that the only change so far is that this URL made the record.
  const isAlone = first && revision === 1;
  return {
    ...{ change: first ? 'created' : 'updated', revision, firstSeen },
    ...defined({ document, told }),
    urls: isAlone ? [url] : await ports.records.urls(key.job, page.md5, maxUrls),
  };
}

/** The register's entry for a page that is registered already. */
async function look(publishing: Publishing, one: Page): Promise<Registered> {
  const { ports, key } = publishing;
  const { md5, firstSeen, document } = one.page;
  const revision = await ports.records.revision(key.job, md5);
  const { told } = await answersOf(publishing, one);
  return {
    ...{ change: 'updated', revision, firstSeen },
    ...defined({ document, told }),
    urls: await ports.records.urls(key.job, md5, maxUrls),
  };
}

/** What capabilities say of a page as it goes into the register. */
async function answersOf(publishing: Publishing, { page, content }: Page): Promise<RegisterAnswer> {
  let all: RegisterAnswer = {};
  for (const one of publishing.publishers) {
    const said = await one.register?.(publishing, page, content);
    all = { ...all, ...said, told: { ...all.told, ...said?.told } };
  }
  return all;
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
