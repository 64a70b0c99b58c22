import type { PageContent } from '../../base/page/page-content.ts';
import type { PageRecord } from './record.ts';

/** What a record says of its content, as it was read: all that does not come of the circumstances of its visit. */
export function contentOf(record: PageRecord): PageContent {
  const {
    finalUrl,
    urls,
    depth,
    response,
    firstSeen,
    lastChecked,
    lastChanged,
    history,
    nearDuplicateOf,
    ranks,
    standIn,
    ...content
  } = record;
  return { ...content, robots: { noindex: false, nofollow: false } };
}
