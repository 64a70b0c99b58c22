import { NumberedPages } from './numbered-pages.ts';
import { pageFile } from './page-names.ts';

/** Pages with other names are kept with the name of their files: so many at the most. */
const mostRenamed = 200_000;

/** The URLs of an export, and what their pages are called. */
export class ExportedUrls {
  readonly #pages = new NumberedPages();
  readonly #firsts = new Map<number, string>();

  /** @param urls of one record, the first names its page */
  add(urls: readonly string[]): void {
    const [first = ''] = urls;
    const isRenamed = urls.length > 1 && this.#firsts.size < mostRenamed;
    if (isRenamed) this.#firsts.set(this.#pages.size, first);
    this.#pages.add(isRenamed ? urls : [first]);
  }

  /** The file of the page that a URL leads to; undefined: it is not in the export. */
  nameOf(url: string): string | undefined {
    const page = this.#pages.of(url);
    return page === undefined ? undefined : pageFile(this.#firsts.get(page) ?? url);
  }
}
