import { defined } from '../../base/defined.ts';
import { operations } from '../../operations/operations.ts';
import { type AnswerOf, order } from '../../operations/order.ts';
import type { scrape } from '../../operations/scrape.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import type { Scrape } from './asked.ts';
import type { wantedOf } from './site-job.ts';

/** A page that was fetched for a client, or why it was not. */
export type ScrapeResult = Parameters<typeof scrape.view>[0];
export type ScrapedPage = Exclude<ScrapeResult, { readonly problem: string }>;

type PageRecord = NonNullable<AnswerOf<'record'>['record']>;

/** What is known of a page, fetched now or stored. */
interface Source {
  /** As it was asked for. */
  readonly sourceURL: string;
  /** After all redirects. */
  readonly url: string;
  readonly response: Pick<PageRecord['response'], 'status' | 'contentType'>;
  readonly page: Omit<ScrapedPage['page'], 'headings' | 'detectedLanguage'>;
  /** Absent: it is not kept. */
  readonly body?: Uint8Array;
}

const mostTags = 100;

/** A page in the form of Firecrawl's API. */
export function documentOf(
  { sourceURL, url, response, page, body }: Source,
  { formats, onlyMainContent }: Pick<Scrape, 'formats' | 'onlyMainContent'>,
): object {
  const { main, markdown, text } = page;
  const raw = body === undefined ? undefined : decoded(body, page.charset);
  return {
    ...(formats.includes('markdown') && {
      markdown: (onlyMainContent && main?.markdown) || markdown || text,
    }),
    ...(formats.includes('html') && { html: raw }),
    ...(formats.includes('rawHtml') && { rawHtml: raw }),
    ...(formats.includes('links') && { links: [...new Set(page.links.map((link) => link.url))] }),
    metadata: {
      ...Object.fromEntries(Object.entries(page.metadata).slice(0, mostTags).map(tagOf)),
      ...defined({ title: page.title, language: page.language, contentType: response.contentType }),
      ...{ sourceURL, url, statusCode: response.status },
    },
  };
}

/** The document of a stored record. */
export async function storedDocument(
  place: Workplace,
  named: { readonly job: string; readonly record: string },
  wanted: ReturnType<typeof wantedOf>,
): Promise<object> {
  const view = await order('record', place, named, { by: '', reason: '' });
  const { entry, record, urls } = view;
  if (record === undefined)
    return { metadata: { sourceURL: urls[0], error: 'its text is not stored any more' } };
  const { raw } = (await operations.record.load()).formats ?? {};
  const isKept = wanted.formats.includes('rawHtml') && entry.document !== undefined;
  const body = isKept ? await raw?.write(view, place) : undefined;
  const { finalUrl: url, response } = record;
  const source = { sourceURL: urls[0] ?? url, url, response, page: record };
  return documentOf({ ...source, ...(body instanceof Uint8Array && { body }) }, wanted);
}

/** `og:site_name` is `ogSiteName`. */
function tagOf([name, values]: readonly [string, readonly string[]]) {
  const camel = name.replace(/[:_.-]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return [camel, values.length === 1 ? values[0] : values] as const;
}

function decoded(body: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

interface MapAsked {
  readonly search?: string;
  readonly includeSubdomains: boolean;
  readonly ignoreQueryParameters: boolean;
  readonly limit: number;
}

/** The links of a page into its own site, each once. @param url of the page */
export function mapOf(
  url: string,
  links: ScrapedPage['page']['links'],
  { search = '', includeSubdomains, ignoreQueryParameters, limit }: MapAsked,
): readonly object[] {
  const { hostname } = new URL(url);
  const domain = hostname.replace(/^www\./, '');
  const found = new Map<string, string>([[url, '']]);
  for (const link of links) {
    const target = new URL(link.url);
    const isOurs =
      target.hostname === hostname || (includeSubdomains && target.hostname.endsWith(`.${domain}`));
    if (!isOurs && target.hostname !== domain) continue;
    if (ignoreQueryParameters) target.search = '';
    if (!found.get(target.href)) found.set(target.href, link.anchor);
  }
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return [...found]
    .filter(([target, title]) => words.every((word) => `${target} ${title}`.toLowerCase().includes(word)))
    .slice(0, limit)
    .map(([target, title]) => ({ url: target, ...(title && { title }) }));
}
