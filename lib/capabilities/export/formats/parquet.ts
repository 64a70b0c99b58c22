import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Link } from '../../../base/links/link.ts';
import type { Gone, Outgoing } from '../../../pipeline/feed/outgoing.ts';
import { factsOf, type RecordFacts } from '../facts.ts';
import type { ExportFormat, FormatPlan, FormatWriter } from '../format.ts';

/** A file ends with this many records or links, too: all of it is in memory at once. */
const [partRecords, partLinks] = [5_000, 50_000];

type Type = 'INT64' | 'DOUBLE' | 'STRING' | 'TIMESTAMP';
type Row = Readonly<Record<string, unknown>>;

const recordColumns: Readonly<Record<string, Type>> = {
  ...{ md5: 'STRING', url: 'STRING', title: 'STRING', text: 'STRING', markdown: 'STRING', change: 'STRING' },
  ...{ language: 'STRING', kind: 'STRING', author: 'STRING', published: 'STRING' },
  ...{ score: 'DOUBLE', class: 'STRING', depth: 'INT64', media_type: 'STRING', status: 'INT64' },
  ...{ bytes: 'INT64', urls: 'INT64', links: 'INT64' },
  ...{ first_seen: 'TIMESTAMP', last_checked: 'TIMESTAMP', last_changed: 'TIMESTAMP' },
};

const linkColumns: Readonly<Record<string, Type>> = {
  ...{ source_md5: 'STRING', source: 'STRING', position: 'INT64', target: 'STRING', anchor: 'STRING' },
  ...{ rel: 'STRING', element: 'STRING', place: 'STRING', score: 'DOUBLE' },
};

/** Records with their texts, and their links, as files of rows. */
export const parquet: ExportFormat = {
  says: 'a folder of Parquet: records-*.parquet with texts, links-*.parquet',
  ...{ isFolder: true, ending: '', type: 'application/zip' },
  open: (plan, state) => new ParquetFiles(plan, state as ParquetState | undefined),
};

interface ParquetState {
  readonly parts: number;
}

class ParquetFiles implements FormatWriter {
  readonly #hasNoLinks: boolean;
  readonly #partChars: number;
  #parts: number;
  #records: Row[] = [];
  #links: Row[] = [];
  #chars = 0;

  constructor({ options, partBytes }: FormatPlan, state: ParquetState = { parts: 0 }) {
    this.#hasNoLinks = options.nooutlinks;
    this.#partChars = partBytes / 4;
    this.#parts = state.parts;
  }

  begin() {
    return [];
  }

  add(one: Outgoing) {
    const { record } = one.line;
    const { text, links } = record;
    const markdown = record.main?.markdown ?? record.markdown ?? null;
    const facts = factsOf(one);
    this.#records.push({ ...facts, text, markdown });
    this.#chars += text.length + (markdown?.length ?? 0);
    if (!this.#hasNoLinks)
      for (const [position, link] of links.entries()) this.#links.push(linkRow(facts, link, position));
    return this.#isFull() ? this.#part() : [];
  }

  remove({ md5, url }: Gone) {
    this.#records.push({ md5, url, change: 'deleted' });
    return this.#isFull() ? this.#part() : [];
  }

  settle() {
    return this.#records.length > 0 ? this.#part() : [];
  }

  state(): ParquetState | undefined {
    return this.#records.length === 0 ? { parts: this.#parts } : undefined;
  }

  end() {
    // Readers know the columns by a file.
    return this.#records.length > 0 || this.#parts === 0 ? this.#part() : [];
  }

  #isFull(): boolean {
    return (
      this.#records.length >= partRecords || this.#chars >= this.#partChars || this.#links.length >= partLinks
    );
  }

  #part() {
    const number = String(this.#parts).padStart(5, '0');
    this.#parts += 1;
    const made = [
      { file: `records-${number}.parquet`, whole: encoded(recordColumns, this.#records) },
      ...(this.#hasNoLinks
        ? []
        : [{ file: `links-${number}.parquet`, whole: encoded(linkColumns, this.#links) }]),
    ];
    [this.#records, this.#links, this.#chars] = [[], [], 0];
    return made;
  }
}

function linkRow({ md5, url }: RecordFacts, link: Link, position: number): Row {
  return {
    ...{ source_md5: md5, source: url, position, target: link.url, anchor: link.anchor },
    ...{ rel: link.rel.join(' '), element: link.element, place: link.place, score: link.score ?? null },
  };
}

function encoded(columns: Readonly<Record<string, Type>>, rows: readonly Row[]): Uint8Array {
  const columnData = Object.entries(columns).map(([name, type]) => ({
    ...{ name, type, nullable: true },
    data: rows.map((row) => cellOf(type, row[name] ?? null)),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'Winnow' }));
}

function cellOf(type: Type, value: unknown): unknown {
  if (value === null) return null;
  if (type === 'INT64') return BigInt(Math.trunc(value as number));
  if (type === 'TIMESTAMP') return new Date(value as number);
  return type === 'STRING' ? (value as string).toWellFormed() : value;
}
