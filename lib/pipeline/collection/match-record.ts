import type { WrittenContent } from '../../domain/document/written-content.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { Turn } from '../turn/turn.ts';

/** How new content of a URL stands to the collection, when it is come upon; which URL made a record decides the register. */
export interface RecordMatch {
  /** Nobody is known to have had it before. */
  readonly isFirst: boolean;
  /** The URL that led to this record first, if it still does. */
  readonly twin?: CanonicalUrl;
  /** Where its links lead has been seen to. */
  readonly knownTargets: boolean;
  /** Key of the raw document from which it can be read again. */
  readonly document?: string;
  /** That is its own, and still to be put. */
  readonly isToBePut: boolean;
}

/**
 * Looks whether content of a URL is known, in the register and among what this process has found. Adds nothing: a turn that
 * dies leaves no record behind.
 * @param own key of its own raw document, when that is to be kept
 */
export async function matchRecord(
  { ports, key, inFlight }: Pick<Turn, 'ports' | 'key' | 'inFlight'>,
  { md5, targetsDigest: targets }: Pick<WrittenContent, 'md5' | 'targetsDigest'>,
  url: CanonicalUrl,
  own: string | undefined,
): Promise<RecordMatch> {
  const withOwn = own === undefined ? { isToBePut: false } : { document: own, isToBePut: true };
  const known = await ports.records.record(key.job, md5);
  if (known?.firstUrl === url) {
    return {
      isFirst: true,
      knownTargets: false,
      ...withOwn,
      isToBePut: own !== known.document && own !== undefined,
    };
  }
  if (known !== undefined) {
    const { firstUrl: twin, document } = known;
    return {
      ...{ isFirst: false, knownTargets: known.targets === targets, isToBePut: false },
      ...(twin === undefined ? {} : { twin }),
      ...(document === undefined ? {} : { document }),
    };
  }
  const match = inFlight.match(md5, { url, targets, ...(own === undefined ? {} : { document: own }) });
  if (match === undefined || match.content.url === url)
    return { isFirst: true, knownTargets: false, ...withOwn };
  const { url: twin, document } = match.content;
  // The other turn may never be committed: what it has put is not relied upon.
  if (!match.isOwn) return { isFirst: false, twin, knownTargets: false, ...withOwn };
  return {
    ...{ isFirst: false, twin, knownTargets: match.content.targets === targets, isToBePut: false },
    ...(document === undefined ? {} : { document }),
  };
}
