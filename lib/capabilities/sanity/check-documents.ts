import { documentName, type MemberPlace, memberPlace } from '../../archive/documents.ts';
import { defined } from '../../base/defined.ts';
import { type HostName, hostOf } from '../../base/url/url.ts';
import type { RevisitMark } from '../../domain/control/revisit-mark.ts';
import { documentFault } from '../../pipeline/collection/stored-document.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { guarded, type Inspection, type Suspicion } from './inspection.ts';

const pageSize = 1_000;

/**
 * Goes through a job's raw documents along with its records: keys and sizes of the bundles are enough to see whether a
 * document can be where its record says.
 */
export interface DocumentWalk {
  /** Reports faults of a record's document. */
  check(record: RecordEntry): AsyncGenerator<Suspicion>;
  /** Reports documents that no record ever had. */
  end(): AsyncGenerator<Suspicion>;
}

/** @param isOfRecords whether every document must have a record: not while turns run, nor where off-topic pages are kept */
export function walkDocuments(inspection: Inspection, isOfRecords: () => boolean): DocumentWalk {
  const { ports, job } = inspection;
  let sizes: ReadonlyMap<string, number> | undefined;

  /** Whether a bundle is long enough to have a document. */
  async function isListed({ bundle, offset, length }: MemberPlace): Promise<boolean> {
    if (sizes === undefined) {
      // If the bundles cannot be listed, that is reported once, and each record's document is looked up by itself.
      sizes = new Map();
      sizes = await bundleSizes(inspection);
    }
    return offset + length <= (sizes.get(bundle) ?? 0);
  }

  /** Reports pages in bundles, of records that never existed. Reads the register once for each page. */
  async function* unownedPages(): AsyncGenerator<Suspicion> {
    for (const bundle of (await bundleSizes(inspection)).keys())
      yield* guarded(bundle, () => unownedIn(bundle));
  }

  async function* unownedIn(bundle: string): AsyncGenerator<Suspicion> {
    for (const { md5, beside, offset, length } of await ports.documents.entries(bundle))
      if (!beside) yield* unowned({ key: documentName({ bundle, offset, length }), md5 });
  }

  /** Reports a document of a record that never existed. Documents of changed or deleted records are kept. */
  async function* unowned({
    key,
    md5,
  }: {
    readonly key: string;
    readonly md5: string;
  }): AsyncGenerator<Suspicion> {
    if (!isOfRecords() || (await ports.records.revision(job.name, md5)) > 0) return;
    yield { code: 'document-unowned', subject: md5, detail: key };
  }

  return {
    async *check(record) {
      const { md5, document } = record;
      if (document === undefined) return;
      const place = memberPlace(document);
      if (!inspection.documents && place !== undefined && (await isListed(place))) return;
      const fault = await documentFault(ports, md5, document);
      if (fault === undefined) return;
      const { kind, detail } = fault;
      yield {
        code: 'document-missing',
        ...{ subject: md5, detail },
        ...(kind === 'unread' ? {} : { mend: refetch(inspection, record) }),
      };
    },
    async *end() {
      if (inspection.documents && isOfRecords()) yield* unownedPages();
    },
  };
}

/** Bytes of a job's bundles by key. */
async function bundleSizes({ ports, job }: Inspection): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  let cursor: string | undefined;
  do {
    const page = await ports.documents.bundles(job.name, pageSize, cursor);
    for (const { key, bytes } of page.bundles) sizes.set(key, bytes);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return sizes;
}

/** URLs of a record whose hosts are asked: each of them may still have the page. */
const maxUrls = 100;
/** Records of one host that are asked for one by one. If more lost their documents, all pages of the host are asked for. */
const maxRecords = 20;

/**
 * Has the pages of a record fetched again without validators (`reharvest --unconditional`) at the next turns of their
 * hosts, which stores the raw document again. To ask twice has the effect of asking once.
 */
function refetch(inspection: Inspection, { md5 }: RecordEntry): () => Promise<boolean> {
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
