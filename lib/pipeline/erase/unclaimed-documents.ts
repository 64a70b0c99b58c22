import { documentName } from '../../archive/document-name.ts';
import type { ErasedDocument } from '../../ports/eraser.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { eachBundle } from '../collection/each-bundle.ts';

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
