import type { BundleEntry } from '../../archive/bundles.ts';
import { documentName } from '../../archive/documents.ts';
import type { ErasedDocument } from '../../ports/eraser.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/**
 * The pages of some hosts in a job's bundles that no record of the collection holds: also those that no line names, because
 * the turns that fetched them were never committed. Bundle by bundle.
 */
export async function* unclaimedDocuments(
  ports: Pick<Ports, 'records' | 'documents'>,
  job: Job,
  hosts: ReadonlySet<string>,
): AsyncGenerator<readonly ErasedDocument[]> {
  for await (const { key, entries } of eachBundle(ports, job.name)) {
    const found: ErasedDocument[] = [];
    for (const { host, md5, offset, length } of entries) {
      if (!hosts.has(host) || (await ports.records.record(job.name, md5)) !== undefined) continue;
      found.push({ name: documentName({ bundle: key, offset, length }), md5 });
    }
    if (found.length > 0) yield found;
  }
}

const pageSize = 1_000;

/** The bundles of a job by key, with the pages that are in them. @throws WinnowError `corrupt` for an index that cannot be read */
async function* eachBundle(
  { documents }: Pick<Ports, 'documents'>,
  job: string,
): AsyncGenerator<{ readonly key: string; readonly entries: readonly BundleEntry[] }> {
  let cursor: string | undefined;
  do {
    const page = await documents.bundles(job, pageSize, cursor);
    for (const { key } of page.bundles) yield { key, entries: await documents.entries(key) };
    cursor = page.cursor;
  } while (cursor !== undefined);
}
