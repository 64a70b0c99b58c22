import { bodyOf, storedDocument } from '../../archive/documents.ts';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { Line } from '../../base/line.ts';
import { headerLinks } from '../../documents/types.ts';
import { pageChange } from '../../domain/collection/change-line.ts';
import { contentOf } from '../../domain/collection/content-of.ts';
import type { Outbox, OutboxPage } from '../../domain/collection/outbox.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import { type StoredContent, writtenContent } from '../../domain/reading/written-content.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { ReadRequest } from '../../ports/web.ts';
import { withoutPlugins as topicWithoutPlugins } from '../../topic/settings.ts';
import { scoresLinks } from '../links/link-prior.ts';
import { topicToRead } from '../topic/topic-model.ts';
import type { Publishing } from '../turn/publishing.ts';

/** The turn was published before. */
export interface PublishedBefore {
  readonly isPublished: true;
  /** The last lines of the host; absent: it has none. */
  readonly told?: NonNullable<HostControl['told']>;
}

/** The lines that a turn stages: the changes of its pages, as far as they can be written before the commit. */
export function stagedLines(
  { key, turn, contents }: Publishing,
  pages: readonly OutboxPage[],
): readonly Line[] {
  return pages.map((page, ordinal) =>
    pageChange({ ...key, turn, ordinal }, page, contents.get(ordinal) as StoredContent),
  );
}

/**
 * The contents of a committed turn's pages: from memory, from the staged lines, or from the raw documents. Staged lines
 * are deleted only after the control says that the turn was published.
 */
export async function committedContents(
  publishing: Publishing,
  { pages, staged }: Outbox,
): Promise<readonly StoredContent[] | PublishedBefore> {
  const { ports, key, turn, contents, settings } = publishing;
  if (staged === undefined || contents.size > 0) {
    return await Promise.all(
      pages.map(async (page, ordinal) => contents.get(ordinal) ?? (await readAgain(publishing, page))),
    );
  }
  const lines = await ports.staged.read(key.job, staged);
  if (lines) return lines.map((line) => contentIn(line, settings));
  const control = await ports.hosts.control(key);
  if ((control?.published ?? 0) >= turn) return { isPublished: true, ...defined({ told: control?.told }) };
  throw new WinnowError(
    'corrupt',
    `the changes of turn ${turn} of ${key.host} were staged as ${staged}, which is not there`,
  );
}

function contentIn(line: string, settings: JobSettings): StoredContent {
  const { url, record } = JSON.parse(line) as ChangeLine & Pick<Required<ChangeLine>, 'record'>;
  return writtenContent(contentOf(record), undefined, settingsFor(settings, url).links);
}

/** Reads a page again after a crash. The same bytes give the same content; plug-ins that fail now are left out. */
async function readAgain(publishing: Publishing, page: OutboxPage): Promise<StoredContent> {
  const { ports, settings } = publishing;
  const { address } = page.response;
  const { document } = page;
  const stored = document === undefined ? undefined : await ports.documents.read(document);
  if (document === undefined || stored === undefined) {
    throw new WinnowError('corrupt', `the raw document of ${page.response.url} (${page.md5}) is not there`);
  }
  const { analysers } = settings;
  const { extract, content, convert, analysis } = settingsFor(settings, page.response.url);
  const request = {
    url: page.response.url,
    body: new Uint8Array(bodyOf(storedDocument(document, stored))),
    contentType: page.response.contentType,
    ...headerLinks(page.response),
    urlSettings: settings.url,
    links: settings.links,
    ...(await topicToRead(ports.models, settings.topic)),
    ...defined({ analysers }),
    scoreLinks: scoresLinks(settings),
    extract,
    content,
    convert,
    analysis,
    ...defined({ address }),
    product: settings.identity.product,
  };
  const first = await ports.reader.read(request);
  const read = first.kind === 'undecided' ? await ports.reader.read(withoutPlugins(request)) : first;
  if (read.kind === 'page') return read.content;
  throw new WinnowError(
    'corrupt',
    `the raw document of ${page.response.url} (${page.md5}) cannot be read again`,
  );
}

function withoutPlugins({ analysers: _, topic, ...request }: ReadRequest): ReadRequest {
  const others = topicWithoutPlugins(topic);
  return others === undefined ? request : { ...request, topic: others };
}
