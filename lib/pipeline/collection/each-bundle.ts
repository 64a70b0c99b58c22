import type { BundleEntry } from '../../archive/bundle-index.ts';
import type { DocumentStore } from '../../ports/documents.ts';

const pageSize = 1_000;

/** The bundles of a job by key, with the pages that are in them. @throws WinnowError `corrupt` for an index that cannot be read */
export async function* eachBundle(
  { documents }: { readonly documents: Pick<DocumentStore, 'bundles' | 'entries'> },
  job: string,
): AsyncGenerator<{
  readonly key: string;
  readonly bytes: number;
  readonly entries: readonly BundleEntry[];
}> {
  let cursor: string | undefined;
  do {
    const page = await documents.bundles(job, pageSize, cursor);
    for (const { key, bytes } of page.bundles) yield { key, bytes, entries: await documents.entries(key) };
    cursor = page.cursor;
  } while (cursor !== undefined);
}
