import type { PageContent } from '../../base/page/page-content.ts';
import type { PageRecord } from '../../domain/collection/record.ts';
import type { RecordDraft } from '../../ports/records.ts';

/** Characters of a title that the register keeps. */
const maxTitle = 200;

/** The register's entry for a page. @param place where the full record stands */
export function recordDraft(
  {
    md5,
    title,
    mediaType,
    targetsDigest,
  }: Pick<PageContent, 'md5' | 'title' | 'mediaType'> & {
    readonly targetsDigest: string;
  },
  { response }: { readonly response: Pick<PageRecord['response'], 'bytes'> },
  place: Pick<RecordDraft, 'change' | 'document' | 'group'>,
): RecordDraft {
  return {
    md5,
    title: title.slice(0, maxTitle),
    mediaType,
    bytes: response.bytes,
    targets: targetsDigest,
    ...place,
  };
}
