import { jsonLine } from '../../../base/json-line.ts';
import { eventVersion } from '../../../domain/collection/record.ts';
import { type ExportFormat, recordWriter } from '../format.ts';

/** Change lines, as indexers read them: a record that left the collection is one without its record. */
export const jsonl: ExportFormat = {
  says: 'a change line of JSON for each record (docs/events.md)',
  ...{ ending: '.jsonl', type: 'application/jsonl' },
  open: ({ job }) =>
    recordWriter(`${job}.jsonl`, {
      record: ({ line, change }) => `${jsonLine(JSON.stringify({ ...line, change }))}\n`,
      gone: (gone) => `${jsonLine(JSON.stringify({ v: eventVersion, ...gone, change: 'deleted' }))}\n`,
    }),
};
