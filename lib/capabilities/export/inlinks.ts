import { gunzipSync } from 'node:zlib';
import { gzip } from '../../base/compressors/compress.ts';
import { WinnowError } from '../../base/error.ts';
import { bytesOfLines, linesIn } from '../../base/line.ts';
import { formatCount } from '../../base/quantity.ts';
import type { PageRecord } from '../../domain/collection/record.ts';
import { presentIn } from '../../pipeline/feed/changed-records.ts';
import { readFeed } from '../../pipeline/feed/read-feed.ts';
import type { Made, Scratch } from '../../pipeline/operation/made.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import { firstUrl } from './facts.ts';
import { NumberedPages } from './numbered-pages.ts';

/** A link to a page of an export, from a page of the collection. */
export interface Inlink {
  readonly from: string;
  /** The record that it stands in. */
  readonly md5: string;
  readonly anchor: string;
  readonly element: string;
}

/** The links of one record: those with words, each once. */
type LinksOfPage = readonly [from: string, md5: string, links: (readonly [string, string, string])[]];

/** What bounds the memory of it. */
const bounds = {
  /** Links of a page: one element has all of them. */
  most: 10_000,
  /** Characters of links that wait, and those of one chunk. */
  waitingChars: 8_000_000,
  chunkChars: 1_000_000,
  /** Pages whose links are in memory together when they are written. */
  pagesOfBlock: 4_096,
};

/**
 * The links from all pages of a collection to those of an export. They are gathered in one reading of the records: what these say
 * goes into chunks, and when all pages are known, from there into blocks of pages that follow each other in the export.
 */
export class Inlinks {
  readonly #scratch: Scratch;
  readonly #bounds: typeof bounds;
  readonly #pages = new NumberedPages();
  readonly #chunks = new Map<string, number>();
  #counts = new Uint16Array();
  /** Links that were left out, to pages with more than so many. */
  #leftOut = 0;
  #block: { readonly number: number; readonly links: ReadonlyMap<number, readonly string[]> } | undefined;

  constructor(scratch: Scratch, own: Partial<typeof bounds> = {}) {
    this.#scratch = scratch;
    this.#bounds = { ...bounds, ...own };
  }

  /** Yields as it goes, for who watches over memory. */
  async *gather(
    { ports, of }: JobPlace,
    isWanted: (record: PageRecord & { readonly md5: string }) => boolean,
    signal: AbortSignal,
  ): AsyncGenerator<Made> {
    const links = this.#lines();
    for await (const found of readFeed(ports, of.name, { since: 0 })) {
      if (signal.aborted) throw new WinnowError('unavailable', 'the export was interrupted');
      for (const { line } of await presentIn(ports, of.name, found)) {
        if (isWanted(line.record)) this.#pages.add(line.record.urls);
        const page = linksOf(line.record, line.md5);
        if (page[2].length > 0) links.add('links', JSON.stringify(page));
      }
      yield gathering;
    }
    links.end();
    yield* this.#sort();
  }

  /** The links to a page, in the order of the pages that they stand in. */
  to({ urls }: Pick<PageRecord, 'urls'>): readonly Inlink[] {
    const number = urls.map((url) => this.#pages.of(url)).find((one) => one !== undefined);
    if (number === undefined) return [];
    const block = this.#blockOf(number);
    if (this.#block?.number !== block) this.#block = { number: block, links: this.#linksOf(block) };
    return (this.#block.links.get(number) ?? []).map((json) => JSON.parse(json) as Inlink);
  }

  /** That a page has fewer links here than in the collection. */
  *said(): Generator<Made> {
    if (this.#leftOut === 0) return;
    const text = `${formatCount(this.#leftOut, 'link')} left out, to pages with more than ${this.#bounds.most}`;
    yield { said: { code: 'inlinks-left-out', text } };
  }

  /** Hands each link to the block of its page; what leads out of the export stays behind. */
  *#sort(): Generator<Made> {
    this.#counts = new Uint16Array(this.#pages.size);
    const blocks = this.#lines();
    for (const line of this.#read('links')) {
      const [from, md5, links] = JSON.parse(line) as LinksOfPage;
      for (const [url, anchor, element] of links) {
        const page = this.#pages.of(url);
        if (page === undefined || !this.#isRoom(page)) continue;
        const inlink: Inlink = { from, md5, anchor, element };
        blocks.add(nameOf(this.#blockOf(page)), `${page} ${JSON.stringify(inlink)}`);
      }
      yield gathering;
    }
    blocks.end();
  }

  #blockOf(page: number): number {
    return Math.floor(page / this.#bounds.pagesOfBlock);
  }

  #isRoom(page: number): boolean {
    const count = this.#counts[page] as number;
    if (count >= this.#bounds.most) this.#leftOut += 1;
    else this.#counts[page] = count + 1;
    return count < this.#bounds.most;
  }

  /** The links of a block as JSON: only those of one page are objects at a time. */
  #linksOf(block: number): ReadonlyMap<number, readonly string[]> {
    const links = new Map<number, string[]>();
    for (const line of this.#read(nameOf(block))) {
      const end = line.indexOf(' ');
      const page = Number(line.slice(0, end));
      const known = links.get(page) ?? [];
      if (known.length === 0) links.set(page, known);
      known.push(line.slice(end + 1));
    }
    return links;
  }

  /** Lines under names: a name is written when a chunk is full, the one with the most when too many wait. */
  #lines() {
    const { waitingChars, chunkChars } = this.#bounds;
    const waiting = new Map<string, { readonly lines: string[]; chars: number }>();
    let all = 0;
    const write = (name: string): void => {
      const { lines, chars } = waiting.get(name) as { readonly lines: string[]; chars: number };
      const number = this.#chunks.get(name) ?? 0;
      this.#scratch.put(`${name}-${number}`, gzip(bytesOfLines(lines)));
      this.#chunks.set(name, number + 1);
      waiting.delete(name);
      all -= chars;
    };
    return {
      add(name: string, line: string): void {
        const known = waiting.get(name) ?? { lines: [], chars: 0 };
        waiting.set(name, known);
        known.lines.push(line);
        known.chars += line.length;
        all += line.length;
        if (known.chars >= chunkChars) write(name);
        if (all < waitingChars) return;
        const [largest] = [...waiting].reduce((a, b) => (b[1].chars > a[1].chars ? b : a));
        write(largest);
      },
      end(): void {
        for (const name of [...waiting.keys()]) write(name);
      },
    };
  }

  *#read(name: string): Generator<string> {
    for (let number = 0; number < (this.#chunks.get(name) ?? 0); number++)
      yield* linesIn(gunzipSync(this.#scratch.read(`${name}-${number}`), { chunkSize: inflatedBytes }));
  }
}

/** No record has left yet. */
const gathering: Made = { progress: { done: 0 } };

/** A chunk is inflated in a piece or two. */
const inflatedBytes = 1 << 20;

const nameOf = (block: number): string => `inlinks-${block}`;

function linksOf(record: PageRecord, md5: string): LinksOfPage {
  const seen = new Set<string>();
  const links: (readonly [string, string, string])[] = [];
  for (const { url, anchor, element } of record.links) {
    const key = `${url} ${anchor}`;
    // A link without words says nothing of its page.
    if (anchor === '' || seen.has(key)) continue;
    seen.add(key);
    links.push([url, anchor, element]);
  }
  return [firstUrl(record), md5, links];
}
