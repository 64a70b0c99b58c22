import { documentName } from '../../archive/documents.ts';
import { eachBundle } from '../../pipeline/collection/each-bundle.ts';
import type { Job } from '../../ports/jobs.ts';
import type { ErasedDocument } from '../../ports/operate/eraser.ts';
import type { Ports } from '../../ports/ports.ts';

/** `url`: of what no record ever had. */
interface Unclaimed extends ErasedDocument {
  readonly url?: string;
}

/**
 * The pages of some hosts in a job's bundles that no record of the collection holds: also those that no line names, because
 * the turns that fetched them were never committed. Bundle by bundle. @throws WinnowError `corrupt` for an index that cannot be read
 */
export async function* unclaimedDocuments(
  ports: Pick<Ports, 'records' | 'documents'>,
  job: Job,
  hosts: ReadonlySet<string>,
): AsyncGenerator<readonly Unclaimed[]> {
  for await (const { key } of eachBundle(ports, job.name)) {
    const found: Unclaimed[] = [];
    for (const { host, md5, url, beside, offset, length } of await ports.documents.entries(key)) {
      if (!hosts.has(host) || (await ports.records.record(job.name, md5)) !== undefined) continue;
      const name = documentName({ bundle: key, offset, length });
      found.push({ name, md5, ...(beside ? { url } : {}) });
    }
    if (found.length > 0) yield found;
  }
}
