import { defined } from '../../base/defined.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { KeptContent } from '../../domain/reading/written-content.ts';
import type { Turn } from '../turn/turn.ts';

/** How the new content of a URL relates to the collection so far; which URL made a record is decided when it is registered. */
export interface RecordMatch {
  /** No other URL is known to have had the content before. */
  readonly isFirst: boolean;
  /** The URL that led to this record first, if it still does. */
  readonly twin?: CanonicalUrl;
  /** The targets of its links were admitted before. */
  readonly knownTargets: boolean;
  /** Name or handle of the raw document from which the content can be read again. */
  readonly document?: string;
  /** `document` is the page's own, and still has to be kept. */
  readonly isToBeKept: boolean;
}

/**
 * Looks up whether the content of a URL is known, in the register and among the contents in flight of this process. Writes
 * nothing, so that a turn that dies leaves no record behind.
 * @param own handle of the page's own raw document, if it is to be kept
 */
export async function matchRecord(
  { ports, key, inFlight }: Pick<Turn, 'ports' | 'key' | 'inFlight'>,
  { md5, mediaType, targetsDigest: targets }: Pick<KeptContent, 'md5' | 'mediaType' | 'targetsDigest'>,
  url: CanonicalUrl,
  own: string | undefined,
): Promise<RecordMatch> {
  const withOwn = own === undefined ? { isToBeKept: false } : { document: own, isToBeKept: true };
  const known = await ports.records.record(key.job, md5);
  if (known?.firstUrl === url) return { isFirst: true, knownTargets: false, ...withOwn };
  if (known !== undefined) {
    const { firstUrl: twin } = known;
    // A page with the text of a document cannot be read again from that document, which was converted.
    const document = known.mediaType === mediaType ? known.document : undefined;
    return {
      ...{ isFirst: false, knownTargets: known.targets === targets, isToBeKept: false },
      ...defined({ twin, document }),
    };
  }
  const match = inFlight.match(md5, { url, targets, ...defined({ document: own }) });
  if (match === undefined || match.content.url === url)
    return { isFirst: true, knownTargets: false, ...withOwn };
  const { url: twin, document } = match.content;
  // The other turn may never be committed, so its document cannot be relied on.
  if (!match.isOwn) return { isFirst: false, twin, knownTargets: false, ...withOwn };
  return {
    ...{ isFirst: false, twin, knownTargets: match.content.targets === targets, isToBeKept: false },
    ...defined({ document }),
  };
}
