import type { PageContent } from '../../base/page/page-content.ts';
import type { PageRecord } from './record.ts';
import { type ToldFields, toldBeside } from './told-fields.ts';

const contentNames = [
  ...(['md5', 'digest', 'mediaType', 'charset', 'title', 'headings', 'metadata', 'text', 'links'] as const),
  ...(['needsScripts', 'main', 'markdown', 'data', 'moreLinks', 'canonical', 'minHashes'] as const),
  ...(['language', 'detectedLanguage', 'topic', 'fields', 'analysis', 'pluginFailures'] as const),
] satisfies readonly (keyof PageContent)[];
const isContent: ReadonlySet<string> = new Set(contentNames);
const visitNames = ['finalUrl', 'urls', 'depth', 'response', 'firstSeen', 'lastChecked', 'lastChanged'];
const isKnown = new Set([...contentNames, ...visitNames]);

/** What a record says of its content, as it was read: all that does not come of the circumstances of its visit. */
export function contentOf(record: PageRecord): PageContent {
  const content = Object.entries(record).filter(([name]) => isContent.has(name));
  const robots = { noindex: false, nofollow: false };
  return { ...(Object.fromEntries(content) as Omit<PageContent, 'robots'>), robots };
}

/** What a record is told beside its content and its visit. */
export function toldOf(record: PageRecord): ToldFields {
  return toldBeside(isKnown, record);
}
