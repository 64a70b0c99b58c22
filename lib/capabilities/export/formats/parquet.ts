import { constants as zlib, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { keptZstd } from '../../../base/compressors/kept-compressor.ts';
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
  #records = new Columns(recordColumns);
  #links = new Columns(linkColumns);
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
    this.#records.add({ ...facts, text, markdown });
    this.#chars += text.length + (markdown?.length ?? 0);
    if (!this.#hasNoLinks)
      for (const [position, link] of links.entries()) this.#links.add(linkRow(facts, link, position));
    return this.#isFull() ? this.#part() : [];
  }

  remove({ md5, url }: Gone) {
    this.#records.add({ md5, url, change: 'deleted' });
    return this.#isFull() ? this.#part() : [];
  }

  settle() {
    return this.#records.rows > 0 ? this.#part() : [];
  }

  state(): ParquetState | undefined {
    return this.#records.rows === 0 ? { parts: this.#parts } : undefined;
  }

  end() {
    // Readers know the columns by a file.
    return this.#records.rows > 0 || this.#parts === 0 ? this.#part() : [];
  }

  #isFull(): boolean {
    return (
      this.#records.rows >= partRecords || this.#chars >= this.#partChars || this.#links.rows >= partLinks
    );
  }

  #part() {
    const number = String(this.#parts).padStart(5, '0');
    this.#parts += 1;
    const made = [
      { file: `records-${number}.parquet`, whole: this.#records.encoded() },
      ...(this.#hasNoLinks ? [] : [{ file: `links-${number}.parquet`, whole: this.#links.encoded() }]),
    ];
    [this.#records, this.#links, this.#chars] = [new Columns(recordColumns), new Columns(linkColumns), 0];
    return made;
  }
}

function linkRow({ md5, url }: RecordFacts, link: Link, position: number): Row {
  return {
    ...{ source_md5: md5, source: url, position, target: link.url, anchor: link.anchor },
    ...{ rel: link.rel.join(' '), element: link.element, place: link.place, score: link.score ?? null },
  };
}

/** Snappy in JavaScript takes a quarter of the CPU time of an export, zstd a twentieth, for files that are a quarter smaller. */
const options = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } };
const kept = keptZstd(options);
const codec = {
  codec: 'ZSTD',
  compressors: { ZSTD: (page: Uint8Array) => kept([page]) ?? zstdCompressSync(page, options) },
} as const;

/** Rows by their columns: objects that wait for the end of a file cost V8 more than their cells. */
class Columns {
  readonly #columns: readonly { readonly name: string; readonly type: Type; readonly data: unknown[] }[];
  rows = 0;

  constructor(types: Readonly<Record<string, Type>>) {
    this.#columns = Object.entries(types).map(([name, type]) => ({ name, type, data: [] }));
  }

  add(row: Row): void {
    this.rows += 1;
    for (const { name, type, data } of this.#columns) data.push(cellOf(type, row[name] ?? null));
  }

  encoded(): Uint8Array {
    const columnData = this.#columns.map((column) => ({ ...column, nullable: true }));
    return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'Winnow', ...codec }));
  }
}

function cellOf(type: Type, value: unknown): unknown {
  if (value === null) return null;
  if (type === 'INT64') return BigInt(Math.trunc(value as number));
  if (type === 'TIMESTAMP') return new Date(value as number);
  return type === 'STRING' ? (value as string).toWellFormed() : value;
}
