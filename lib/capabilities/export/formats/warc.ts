import { infoRecord } from '../../../archive/documents.ts';
import { copiedMember, encodeMember, encodeRecord } from '../../../archive/formats.ts';
import { type ExportFormat, recordWriter } from '../format.ts';

/** The raw documents as they were fetched, a gzip member each. */
export const warc: ExportFormat = {
  says: 'the raw documents as WARC 1.1, a gzip member each',
  ...{ ending: '.warc.gz', type: 'application/warc', documents: 'only' },
  open({ job, at }) {
    const file = `${job}.warc.gz`;
    const { begin: _, ...writer } = recordWriter(file, { record: () => '', gone: () => '' });
    return {
      ...writer,
      begin: () => [{ file, bytes: encodeMember(encodeRecord(infoRecord({ name: file, job, at }))) }],
      add: ({ line, document }) =>
        document === undefined || line.document === undefined
          ? []
          : [{ file, bytes: copiedMember(line.document, document).bytes, isRecord: true }],
      beside: (name, document) => [{ file, bytes: copiedMember(name, document).bytes }],
      // An archive tells nothing of what is gone.
      remove: () => [],
    };
  },
};
