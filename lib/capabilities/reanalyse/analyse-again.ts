import { bodyOf, storedDocument } from '../../archive/documents.ts';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { headerLinks } from '../../documents/types.ts';
import { contentOf } from '../../domain/collection/content-of.ts';
import { differingFields, reanalysed } from '../../domain/reading/reanalysis.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { StoredPage } from '../../pipeline/collection/stored-pages.ts';
import type { Ports } from '../../ports/ports.ts';

/** `missing`: there is no raw document, or it is damaged. `other`: it is another text as it is read now, or no page. */
export type AnalysedAgain =
  | 'missing'
  | 'other'
  | { readonly content: PageContent; readonly differing: readonly string[] };

export type Analysing = Pick<Ports, 'documents' | 'reader'>;

/**
 * Reads the raw document of a page again by the present settings, with its analyses and plug-ins. Fetches nothing, and does not
 * judge: the verdict of the record stays.
 */
export async function analyseAgain(
  { documents, reader }: Analysing,
  settings: JobSettings,
  url: CanonicalUrl,
  { record, entry, line }: StoredPage,
): Promise<AnalysedAgain> {
  const document = (entry ?? line).document;
  const body = document === undefined ? undefined : await bodyIn(documents, document);
  if (body === undefined) return 'missing';
  const { extract, content, convert, analysis } = settingsFor(settings, url);
  const { contentType, address } = record.response;
  const read = await reader.read({
    ...{ url, contentType, extract, content, convert, analysis },
    body: new Uint8Array(body),
    urlSettings: settings.url,
    links: settings.links,
    product: settings.identity.product,
    sketch: false,
    ...headerLinks(record.response),
    ...defined({ address, analysers: settings.analysers }),
  });
  if (read.kind !== 'page' || read.content.md5 !== record.md5) return 'other';
  const stored = contentOf(record);
  const fresh = { ...JSON.parse(read.content.rest), links: [], robots: stored.robots } as PageContent;
  const now = reanalysed(stored, fresh);
  return { content: now, differing: differingFields(stored, now) };
}

/** The body in a raw document; undefined when it is not there, or damaged, which `sanity --documents` reports. */
async function bodyIn(documents: Analysing['documents'], name: string): Promise<Uint8Array | undefined> {
  const bytes = await documents.read(name);
  if (bytes === undefined) return undefined;
  try {
    return bodyOf(storedDocument(name, bytes));
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'corrupt') return undefined;
    throw error;
  }
}
