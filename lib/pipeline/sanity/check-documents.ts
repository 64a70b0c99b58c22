import type { DocumentName } from '../../ports/documents.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { documentFault } from '../collection/stored-document.ts';
import type { Inspection, Suspicion } from './inspection.ts';
import { refetch } from './refetch.ts';

const pageSize = 1_000;

/** Goes through a job's raw documents by MD5, along with its records, which come in the same order. */
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
      if (document === undefined || (isThere && !inspection.documents)) return;
      const fault = await documentFault(ports, md5, document);
      if (fault === undefined) return;
      const { kind, detail } = fault;
      yield {
        code: 'document-missing',
        ...{ subject: md5, detail },
        ...(kind === 'unread' ? {} : { mend: refetch(inspection, record) }),
      };
    },
    end: () => before(undefined),
  };
}
