import type { PageContent } from '../../base/page/page-content.ts';
import type { PageRecord } from './record.ts';
import { type ToldFields, toldBeside } from './told-fields.ts';

const content = {
  ...{ md5: true, digest: true, mediaType: true, charset: true, title: true, headings: true, metadata: true },
  ...{ text: true, links: true, needsScripts: true, main: true, markdown: true, data: true, moreLinks: true },
  ...{ canonical: true, minHashes: true, language: true, detectedLanguage: true, topic: true },
  ...{ fields: true, analysis: true, pluginFailures: true },
} satisfies Readonly<Record<Exclude<keyof PageContent, 'robots'>, true>>;
const visit = {
  ...{ finalUrl: true, urls: true, depth: true, response: true },
  ...{ firstSeen: true, lastChecked: true, lastChanged: true },
} satisfies Readonly<Record<Exclude<keyof PageRecord, keyof PageContent | keyof ToldFields>, true>>;
const isContent: ReadonlySet<string> = new Set(Object.keys(content));
const isKnown: ReadonlySet<string> = new Set(Object.keys({ ...content, ...visit }));

/** What a record says of its content, as it was read: all that does not come of the circumstances of its visit. */
export function contentOf(record: PageRecord): PageContent {
  const read = Object.entries(record).filter(([name]) => isContent.has(name));
  const robots = { noindex: false, nofollow: false };
  return { ...(Object.fromEntries(read) as Omit<PageContent, 'robots'>), robots };
}

/** What a record is told beside its content and its visit. */
export function toldOf(record: PageRecord): ToldFields {
  return toldBeside(isKnown, record);
}
