import { escaped, foreign, linkTo } from '../../base/html/text.ts';
import { clip, printable } from '../../base/printable.ts';
import { formatBytes, formatTime } from '../../base/quantity.ts';
import type { AnswerOf } from '../../operations/order.ts';

/** Characters of a copy that are shown. */
const mostShown = 200_000;

/** The stored copy of a page as its Markdown, or else its text: nothing of its HTML is in our page. */
export function storedCopy(job: string, { entry, urls, record }: AnswerOf<'record'>): string {
  const title = clip(entry.title, 300) || clip(urls[0] ?? entry.md5, 300);
  const text = record?.markdown ?? record?.main?.markdown ?? record?.text ?? '';
  const shown = text.slice(0, mostShown).toWellFormed();
  const cut = text.length > mostShown ? `<p class="dim">It goes on; this is its beginning.</p>` : '';
  const url = record?.finalUrl ?? urls[0];
  const checked = record === undefined ? '' : ` · checked ${formatTime(record.lastChecked)} UTC`;
  return `<header><h1>${foreign(title)}</h1>
<p>${url === undefined ? '' : linkTo(url, clip(url, 500))}</p>
<p class="dim">The copy that the crawl of ${escaped(job)} has stored: ${foreign(clip(entry.mediaType, 80))}, ${formatBytes(entry.bytes)}${checked}</p>
<nav aria-label="Search"><a href="/search/${escaped(job)}">Search</a></nav></header>
<main><pre dir="auto">${shown.split('\n').map(lineOf).join('\n')}</pre>${cut}</main>`;
}

/** A line without what turns its direction; its indent stays. */
function lineOf(line: string): string {
  const text = line.trimStart();
  return `${' '.repeat(Math.min(40, line.length - text.length))}${escaped(printable(text))}`;
}
