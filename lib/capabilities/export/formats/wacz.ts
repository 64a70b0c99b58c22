import { Buffer } from 'node:buffer';
import { createHash, hash } from 'node:crypto';
import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import type { BundleEntry } from '../../../archive/bundles.ts';
import { infoRecord, type PageMember } from '../../../archive/documents.ts';
import { cdxjLines, copiedMember, encodeMember, encodeRecord } from '../../../archive/formats.ts';
import { StoredZip, type StoredZipEntry } from '../../../base/compressors/stored-zip.ts';
import { version } from '../../../base/version.ts';
import type { Outgoing } from '../../../pipeline/feed/outgoing.ts';
import type { Made } from '../../../pipeline/operation/made.ts';
import { type ExportFormat, type FormatPlan, type FormatWriter, utf8 } from '../format.ts';

/** An index has so many lines, which are sorted in memory; a WARC file ends with so many pages, too. */
const [indexLines, partPages] = [8_000, 2_000];

/** The raw documents with an index and a list of pages in one file, which replays in a browser. */
export const wacz: ExportFormat = {
  says: 'the raw documents as an archive that replays in a browser (WACZ 1.1)',
  ...{ ending: '.wacz', type: 'application/wacz', documents: 'only' },
  open: (plan, state) => new WaczFile(plan, state as WaczState | undefined),
};

/** Whoever takes the pieces lets garbage be collected between them. */
const nothing = new Uint8Array();

const pagesHead = { format: 'json-pages-1.0', id: 'pages', title: 'All Pages', hasText: false };

interface Resource extends StoredZipEntry {
  readonly hash: string;
}

interface WaczState {
  readonly resources: readonly Resource[];
  readonly size: number;
  readonly parts: number;
}

class WaczFile implements FormatWriter {
  readonly #plan: FormatPlan;
  readonly #file: string;
  readonly #zip: StoredZip;
  readonly #resources: Resource[];
  /** WARC files that were finished: each has left its lines in the scratch. */
  #parts: number;
  #members: Uint8Array[] = [];
  #bytes = 0;
  #entries: BundleEntry[] = [];
  #pages: string[] = [];

  constructor(plan: FormatPlan, state: WaczState = { resources: [], size: 0, parts: 0 }) {
    this.#plan = plan;
    this.#file = `${plan.job}.wacz`;
    this.#resources = [...state.resources];
    this.#parts = state.parts;
    this.#zip = new StoredZip(state.resources, state.size);
  }

  begin() {
    return [];
  }

  add({ line, document }: Outgoing) {
    if (document === undefined || line.document === undefined) return [];
    const entry = this.#take(copiedMember(line.document, document));
    const { title } = line.record;
    const page = { id: line.md5, url: entry.url, title: title.toWellFormed(), ts: iso(entry.at) };
    this.#pages.push(JSON.stringify(page));
    return this.#isFull() ? this.#part() : [];
  }

  remove() {
    return [];
  }

  beside(name: string, document: Uint8Array) {
    this.#take(copiedMember(name, document));
    return this.#isFull() ? this.#part() : [];
  }

  settle() {
    return this.#members.length > 0 ? this.#part() : [];
  }

  state(): WaczState | undefined {
    if (this.#members.length > 0) return undefined;
    return { resources: this.#resources, size: this.#zip.size, parts: this.#parts };
  }

  *end(): Generator<Made> {
    if (this.#members.length > 0 || this.#parts === 0) yield* this.#part();
    yield* this.#index();
    yield* this.#listPages();
    const described = `${JSON.stringify(this.#package(), null, 2)}\n`;
    const digest = { path: 'datapackage.json', hash: sha256(utf8(described)) };
    yield* this.#add('datapackage.json', [utf8(described)]);
    yield* this.#add('datapackage-digest.json', [utf8(`${JSON.stringify(digest, null, 2)}\n`)]);
    for (const bytes of this.#zip.end()) yield { file: this.#file, bytes };
  }

  #take({ entry, bytes }: PageMember): PageMember['entry'] {
    if (this.#members.length === 0) this.#put(this.#head());
    this.#entries.push({ ...entry, offset: this.#bytes, length: bytes.length });
    this.#put(bytes);
    return entry;
  }

  #isFull(): boolean {
    return this.#bytes >= this.#plan.partBytes || this.#entries.length >= partPages;
  }

  #put(bytes: Uint8Array): void {
    this.#members.push(bytes);
    this.#bytes += bytes.length;
  }

  #name(): string {
    return `data-${String(this.#parts).padStart(5, '0')}.warc.gz`;
  }

  #head(): Uint8Array {
    const { job, at } = this.#plan;
    return encodeMember(encodeRecord(infoRecord({ name: this.#name(), job, at })));
  }

  /** Ends a WARC file. */
  #part(): readonly Made[] {
    if (this.#members.length === 0) this.#put(this.#head());
    const { scratch } = this.#plan;
    const name = this.#name();
    const made = this.#add(`archive/${name}`, this.#members);
    const number = String(this.#parts);
    scratch.put(`cdxj-${number}`, packed(cdxjLines([[name, this.#entries]])));
    scratch.put(`pages-${number}`, packed(this.#pages));
    this.#parts += 1;
    [this.#members, this.#bytes, this.#entries, this.#pages] = [[], 0, [], []];
    return made;
  }

  /** What the parts left under a name, one after the other. */
  *#scratched(name: string): Generator<Uint8Array> {
    for (let part = 0; part < this.#parts; part++)
      yield gunzipSync(this.#plan.scratch.read(`${name}-${part}`));
  }

  /** The list is read twice, and never in memory as a whole. */
  *#listPages(): Generator<Made> {
    const name = 'pages/pages.jsonl';
    const head = utf8(`${JSON.stringify(pagesHead)}\n`);
    const digest = createHash('sha256').update(head);
    let [bytes, crc] = [head.length, crc32(head)];
    for (const piece of this.#scratched('pages')) {
      digest.update(piece);
      bytes += piece.length;
      crc = crc32(piece, crc);
      yield { file: this.#file, bytes: nothing };
    }
    const header = this.#zip.begin(name, { bytes, crc });
    this.#resources.push({
      ...(this.#zip.entries.at(-1) as StoredZipEntry),
      hash: `sha256:${digest.digest('hex')}`,
    });
    for (const piece of [...header, head]) yield { file: this.#file, bytes: piece };
    for (const piece of this.#scratched('pages')) yield { file: this.#file, bytes: piece };
  }

  /** Sorted lines of CDXJ; where they are many, in several files, as readers take them. pywb looks for names in `.cdx`. */
  *#index(): Generator<Made> {
    let lines: string[] = [];
    let files = 0;
    const isOne = (part: number): boolean => files === 0 && part === this.#parts;
    let part = -1;
    for (const text of this.#scratched('cdxj')) {
      part += 1;
      for (const line of Buffer.from(text).toString().split('\n')) if (line !== '') lines.push(line);
      const isLast = part === this.#parts - 1;
      yield { file: this.#file, bytes: nothing };
      if (lines.length < indexLines && !isLast) continue;
      const name = isOne(part + 1) ? 'index.cdx' : `index-${String(files).padStart(5, '0')}.cdx`;
      lines.sort((a, b) => (a < b ? -1 : 1));
      yield* this.#add(`indexes/${name}`, [utf8(lines.map((line) => `${line}\n`).join(''))]);
      files += 1;
      lines = [];
    }
  }

  #add(name: string, content: readonly Uint8Array[]): readonly Made[] {
    const pieces = this.#zip.add(name, content);
    const entry = this.#zip.entries.at(-1) as StoredZipEntry;
    const digest = createHash('sha256');
    for (const part of content) digest.update(part);
    this.#resources.push({ ...entry, hash: `sha256:${digest.digest('hex')}` });
    return pieces.map((bytes) => ({ file: this.#file, bytes }));
  }

  #package(): object {
    const { job, at } = this.#plan;
    return {
      profile: 'data-package',
      wacz_version: '1.1.1',
      ...{ title: job, software: `Winnow/${version}`, created: iso(at) },
      resources: this.#resources.map(({ name, hash: digest, bytes }) => ({
        ...{ name: name.slice(name.lastIndexOf('/') + 1), path: name, hash: digest, bytes },
      })),
    };
  }
}

function packed(lines: readonly string[]): Uint8Array {
  return gzipSync(lines.map((line) => `${line}\n`).join(''), { level: 1 });
}

function sha256(bytes: Uint8Array): string {
  return `sha256:${hash('sha256', bytes)}`;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
