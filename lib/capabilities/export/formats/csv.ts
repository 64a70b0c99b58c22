import { csvOf } from '../../../base/csv.ts';
import type { Gone } from '../../../pipeline/feed/outgoing.ts';
import { factsOf, type RecordFacts } from '../facts.ts';
import { type ExportFormat, recordWriter } from '../format.ts';

const columns = [
  ...['url', 'title', 'language', 'kind', 'author', 'published', 'score', 'class', 'depth', 'media_type'],
  ...['status', 'bytes', 'urls', 'links', 'first_seen', 'last_checked', 'last_changed', 'md5', 'change'],
] as readonly (keyof RecordFacts)[];
const times: ReadonlySet<string> = new Set(['first_seen', 'last_checked', 'last_changed']);
/** More than a spreadsheet takes in a cell it cuts off, or refuses. */
const maxCell = 32_000;

/** A table of the records without their texts, whose cells no spreadsheet runs. */
export const csv: ExportFormat = {
  says: 'a table of the records without their texts, for spreadsheets',
  ...{ ending: '.csv', type: 'text/csv; charset=utf-8' },
  open: ({ job }) =>
    recordWriter(`${job}.csv`, {
      head: csvOf([columns]),
      record: (one) => row(factsOf(one)),
      gone: (gone) => row(goneFacts(gone)),
    }),
};

const goneFacts = ({ url, md5 }: Gone): Partial<RecordFacts> => ({ url, md5, change: 'deleted' });

function row(facts: Partial<RecordFacts>): string {
  return csvOf([columns.map((name) => cell(name, facts[name] ?? null))]);
}

function cell(name: string, value: string | number | null): string | number | null {
  if (typeof value === 'number') return times.has(name) ? new Date(value).toISOString() : value;
  return value === null ? null : value.slice(0, maxCell).toWellFormed();
}
