import type { DocumentName } from '../../ports/documents.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { documentFault } from '../collection/stored-document.ts';
import type { Inspection, Suspicion } from './inspection.ts';
import { refetch } from './refetch.ts';

const pageSize = 1_000;

/** The raw documents of a job in the order of their MD5s, beside its records, which come in the same order. */
export interface DocumentWalk {
  /** What is wrong with the document of a record, and with those that come before it. */
  check(record: RecordEntry): AsyncGenerator<Suspicion>;
  /** What is wrong with those that come after all records. */
  end(): AsyncGenerator<Suspicion>;
}

/** @param isOfRecords whether each document is of a record: not while a turn may be about to make one, or off-topic pages have some, too */
export function walkDocuments(inspection: Inspection, isOfRecords: () => boolean): DocumentWalk {
  const { ports, job } = inspection;
  let page: readonly DocumentName[] = [];
  let place = 0;
  let cursor: string | undefined;
  let isOver = false;

  async function peek(): Promise<DocumentName | undefined> {
    while (place >= page.length && !isOver) {
      // What cannot be listed is told once, and those of the records are looked for one by one.
      isOver = true;
      const read = await ports.documents.list(job.name, pageSize, cursor);
      page = read.documents;
      place = 0;
      cursor = read.cursor;
      isOver = cursor === undefined;
    }
    return page[place];
  }

  /** Of a page that has changed or left the collection the document is kept; of one that there never was, it takes room. */
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
