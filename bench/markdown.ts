/**
 * Whether Markdown says what its page shows: `node bench/markdown.ts [--pages N] [--lost N] [FOLDER…]`. Pages of the folders, and such as are
 * made here, become Markdown, that is read back, and words, links, cells of tables and code are compared to those of the page.
 * `--lost` prints what Winnow's Markdown lacks or adds, of each folder so many entries of each kind.
 */
import { parseArgs } from 'node:util';
import { installMarkdownPeers } from './contenders.ts';
import { f1, parts, type Shared, sharedBy } from './markdown/compare.ts';
import { madePages, pagesOf } from './markdown/pages.ts';
import { type Shown, shownBy } from './markdown/shown.ts';
import { mdream, reader, type SourcePage, turndown, type Writer, winnow } from './markdown/writers.ts';

const { values, positionals } = parseArgs({
  options: { pages: { type: 'string', default: '200' }, lost: { type: 'string', default: '0' } },
  allowPositionals: true,
});
const fault = installMarkdownPeers();
if (fault !== undefined) throw new Error(`no peers: ${fault}`);
const render = reader();
const writers: readonly Writer[] = [winnow, turndown(), mdream()];
const most = Number(values.pages);
const collections: readonly (readonly [name: string, pages: readonly SourcePage[]])[] = [
  ['made here', madePages(most)],
  ...positionals.map((folder) => [folder, pagesOf(folder, most)] as const),
];

console.log(
  `| pages | | ${parts.join(' | ')} | CPU, ms a page |\n|---|---|${'---:|'.repeat(parts.length + 1)}`,
);
for (const [name, pages] of collections) {
  const shown = pages.map(({ html, url }) => shownBy(html, url));
  for (const writer of writers) {
    const { texts, ms } = written(writer, pages);
    const read = texts.map((text, n) => shownAgain(text, pages[n] as SourcePage));
    const marks = parts.map((part) => f1(shared(shown, read, part)).toFixed(3));
    console.log(`| ${name} (${pages.length}) | ${writer.name} | ${marks.join(' | ')} | ${ms.toFixed(2)} |`);
    if (writer === winnow) tellLost(shown, read, pages);
  }
}

/** What a page's Markdown shows to a reader. Addresses that are relative stay so for some writers. */
function shownAgain(markdown: string, { html, url }: SourcePage): Shown {
  const base = /<base\s[^>]*>/i.exec(html)?.[0] ?? '';
  return shownBy(base + render(markdown), url);
}

function shared(
  shown: readonly Shown[],
  read: readonly Shown[],
  part: (typeof parts)[number],
): readonly Shared[] {
  return shown.map((page, n) => sharedBy(page, read[n] as Shown, part));
}

/** A page on which a writer throws has no Markdown. */
function written(writer: Writer, pages: readonly SourcePage[]): { texts: readonly string[]; ms: number } {
  const write = (page: SourcePage) => {
    try {
      return writer.write(page);
    } catch (error) {
      console.error(`${writer.name} throws at ${page.url}: ${error}`);
      return '';
    }
  };
  pages.slice(0, 50).map(write);
  const start = process.cpuUsage();
  const texts = pages.map(write);
  const { user, system } = process.cpuUsage(start);
  return { texts, ms: (user + system) / 1e3 / pages.length };
}

function tellLost(shown: readonly Shown[], read: readonly Shown[], pages: readonly SourcePage[]): void {
  if (Number(values.lost) === 0) return;
  for (const part of parts) {
    let left = Number(values.lost);
    for (const [n, page] of shown.entries()) {
      const again = (read[n] as Shown)[part];
      const lacks = without(page[part], again);
      const adds = without(again, page[part]);
      if (lacks.length + adds.length === 0 || left-- <= 0) continue;
      console.error(part, pages[n]?.url, { lacks: lacks.slice(0, 8), adds: adds.slice(0, 8) });
    }
  }
}

function without(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const one of other) left.set(one, (left.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const more = left.get(one) ?? 0;
    left.set(one, more - 1);
    return more <= 0;
  });
}
