import { defined } from '../../base/defined.ts';
import { type HostName, hostOf } from '../../base/url/url.ts';
import type { RevisitMark } from '../../domain/control/revisit-mark.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { deliver } from '../frontier/deliver.ts';
import type { Inspection } from './inspection.ts';

/** URLs of a record whose hosts are asked: each of them may still have the page. */
const maxUrls = 100;
/** Records of one host that are asked for one by one. If more lost their documents, all pages of the host are asked for. */
const maxRecords = 20;

/**
 * Has the pages of a record fetched again without validators (`reharvest --unconditional`) at the next turns of their
 * hosts, which stores the raw document again. To ask twice has the effect of asking once.
 */
export function refetch(inspection: Inspection, { md5 }: RecordEntry): () => Promise<boolean> {
  const { ports, job, refetched } = inspection;
  return async () => {
    const urls = await ports.records.urls(job.name, md5, maxUrls);
    for (const host of new Set(urls.map(hostOf))) {
      const records = (refetched.get(host) ?? 0) + 1;
      refetched.set(host, records);
      if (records <= maxRecords) await mark(inspection, host, md5);
      else if (records === maxRecords + 1) await mark(inspection, host, undefined);
    }
    // An earlier repair may have deleted the record: then no document is missing.
    return urls.length > 0 || (await ports.records.record(job.name, md5)) === undefined;
  };
}

/** @param md5 of the record whose pages are fetched again; undefined: all pages of the host */
async function mark({ ports, job }: Inspection, host: HostName, md5: string | undefined): Promise<void> {
  const about: RevisitMark = {
    ...{ before: ports.clock.now(), unconditional: true },
    ...defined({ md5 }),
  };
  await deliver(
    ports,
    { job: job.name, host },
    { id: `mark-refetch-${md5 ?? 'all'}`, message: { candidates: [], mark: about } },
  );
}
