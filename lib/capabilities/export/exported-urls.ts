import { hash } from 'node:crypto';
import { openNumbers } from '../../base/growing-numbers.ts';
import { pageFile } from './page-names.ts';

/** Other names of pages are kept with the page they lead to: so many at the most. */
const mostAliases = 200_000;

/** The URLs of an export, in 8 bytes each, and what their pages are called. */
export class ExportedUrls {
  readonly #urls = openNumbers(Float64Array);
  readonly #aliases = new Map<number, string>();
  #sorted: Float64Array | undefined;

  /** @param urls of one record, the first names its page */
  add([first = '', ...others]: readonly string[]): void {
    this.#urls.add(digestOf(first));
    this.#sorted = undefined;
    for (const url of others) if (this.#aliases.size < mostAliases) this.#aliases.set(digestOf(url), first);
  }

  /** The file of the page that a URL leads to; undefined: it is not in the export. */
  nameOf(url: string): string | undefined {
    this.#sorted ??= this.#urls.values().slice().sort();
    const digest = digestOf(url);
    if (has(this.#sorted, digest)) return pageFile(url);
    const first = this.#aliases.get(digest);
    return first === undefined ? undefined : pageFile(first);
  }
}

/** 48 bits: one in a million of foreign URLs is taken for one of 200 million, and leads to no file. */
function digestOf(url: string): number {
  return Number.parseInt(hash('sha256', url).slice(0, 12), 16);
}

function has(sorted: Float64Array, digest: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < digest) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === digest;
}
