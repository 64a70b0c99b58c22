import { documentName, type MemberPlace, memberPlace } from '../../archive/document-name.ts';
import type { DocumentName } from '../../ports/documents.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { documentFault } from '../collection/stored-document.ts';
import { guarded, type Inspection, type Suspicion } from './inspection.ts';
import { refetch } from './refetch.ts';

const pageSize = 1_000;

/**
 * Goes through a job's raw documents along with its records: those of earlier versions, which come in the same order, and
 * the bundles, of which the keys and sizes are enough to see whether a document can be where its record says.
 */
export interface DocumentWalk {
  /** Reports faults of a record's document, and of the documents that come before it. */
  check(record: RecordEntry): AsyncGenerator<Suspicion>;
  /** Reports faults of the documents that come after all records. */
  end(): AsyncGenerator<Suspicion>;
}

/** @param isOfRecords whether every document must have a record: not while turns run, nor where off-topic pages are kept */
export function walkDocuments(inspection: Inspection, isOfRecords: () => boolean): DocumentWalk {
  const { ports, job } = inspection;
  let page: readonly DocumentName[] = [];
  let place = 0;
  let cursor: string | undefined;
  let isOver = false;
  let sizes: ReadonlyMap<string, number> | undefined;

  async function peek(): Promise<DocumentName | undefined> {
    while (place >= page.length && !isOver) {
      // If the list cannot be read, that is reported once, and each record's document is looked up by itself.
      isOver = true;
      const read = await ports.documents.list(job.name, pageSize, cursor);
      page = read.documents;
      place = 0;
      cursor = read.cursor;
      isOver = cursor === undefined;
    }
    return page[place];
  }

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
    for (const { md5, offset, length } of await ports.documents.entries(bundle))
      yield* unowned({ key: documentName({ bundle, offset, length }), md5 });
  }

  /** Reports a document of a record that never existed. Documents of changed or deleted records are kept. */
  async function* unowned({ key, md5 }: DocumentName): AsyncGenerator<Suspicion> {
    if (!isOfRecords() || (await ports.records.revision(job.name, md5)) > 0) return;
    yield { code: 'document-unowned', subject: md5, detail: key };
  }

  async function* before(md5: string | undefined): AsyncGenerator<Suspicion> {
    for (let next = await peek(); next && (md5 === undefined || next.md5 < md5); next = await peek()) {
      place += 1;
      yield* unowned(next);
    }
  }

  return {
    async *check(record) {
      const { md5, document } = record;
      yield* before(md5);
      let isThere = false;
      for (let next = await peek(); next?.md5 === md5; next = await peek()) {
        place += 1;
        isThere ||= next.key === document;
      }
      if (document === undefined) return;
      const bundled = memberPlace(document);
      if (!inspection.documents && (isThere || (bundled !== undefined && (await isListed(bundled))))) return;
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
      yield* before(undefined);
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
