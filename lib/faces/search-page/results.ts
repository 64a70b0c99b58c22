import { escaped, foreign, linkTo, some } from '../../base/html/text.ts';
import { formatTime } from '../../base/quantity.ts';
import type { AnswerOf } from '../../operations/order.ts';

type Listing = AnswerOf<'search'>;
type Hit = Listing['pages'][number];

/** What somebody asked a page for. */
export interface AskedPage {
  readonly job: string;
  readonly query: string;
  /** How many pages come before the first that is shown. */
  readonly from: number;
}

/** The words before the values in a query. */
const facetNames = { host: 'host', class: 'class', language: 'lang', kind: 'kind' } as const;
const facetTitles = { host: 'Host', class: 'Class', language: 'Language', kind: 'Kind' } as const;

/** The form, and what was found. @param listing absent: nothing was asked yet */
export function resultsPage(asked: AskedPage, listing: Listing | undefined): string {
  return `<a class="skip" href="#results">Skip to the results</a>
<header><h1>Search ${escaped(asked.job)}</h1>
${formOf(asked)}</header>
<main id="results">${listing === undefined ? helpText : foundOf(asked, listing)}</main>`;
}

const helpText = `<p class="dim">“grey heron” in quotes: these words side by side. -zoo: without it. One OR other.
plum*: words that begin so. title: host: class: lang: kind: after: before: choose.</p>`;

function formOf({ job, query }: AskedPage): string {
  return `<form role="search" action="/search/${job}"><label for="q">Words, "a phrase", -without</label>
<input id="q" name="q" type="search" maxlength="1000" value="${escaped(query)}" autocomplete="off">
<button>Search</button></form>`;
}

function foundOf(asked: AskedPage, listing: Listing): string {
  const { pages, count, isMore, behind, facets } = listing;
  const late = behind === 0 ? '' : ' The index is being filled: there may be more in a moment.';
  if (pages.length === 0) return `<p role="status">No pages.${late}</p>`;
  const last = asked.from + pages.length;
  const counted = `${isMore ? 'More than ' : ''}${some(count, 'page')}, of which ${asked.from + 1} to ${last}.`;
  return `<p role="status" class="dim">${counted}${late}</p>
${facets === undefined ? '' : facetList(asked, facets)}
<ol start="${asked.from + 1}">${pages.map((one) => `<li>${hitOf(asked, one)}</li>`).join('\n')}</ol>
${wayOn(asked, listing)}`;
}

function hitOf({ job }: AskedPage, hit: Hit): string {
  const { title, url, passage, md5, class: best, language, kind, published, lastChanged, alike } = hit;
  const said = passage
    .map(({ text, isHit }) => (isHit ? `<mark>${escaped(text)}</mark>` : escaped(text)))
    .join('');
  const day = published ?? formatTime(lastChanged).slice(0, 10);
  const facts = [best, language, kind, day].flatMap((one) => (one === undefined ? [] : [foreign(one)]));
  if (alike > 0) facts.push(`${some(alike, 'page')} alike`);
  return `<h2>${linkTo(url, title)}</h2>
<p class="dim">${foreign(url)}</p>
<p><bdi>${said}</bdi></p>
<p class="dim">${facts.join(' · ')} · <a href="/search/${job}/${md5}">Stored copy<span class="skip"> of ${escaped(title)}</span></a></p>`;
}

function facetList(asked: AskedPage, facets: NonNullable<Listing['facets']>): string {
  const rows = (Object.keys(facetNames) as (keyof typeof facetNames)[]).flatMap((name) => {
    const counts = facets[name];
    if (counts.length < 2) return [];
    const links = counts.map(({ value, pages }) => {
      const query = `${asked.query} ${facetNames[name]}:"${value.replaceAll('"', ' ')}"`;
      return `<li><a href="${addressOf({ ...asked, query, from: 0 })}">${foreign(value)}</a> ${pages}</li>`;
    });
    return [`<dt>${facetTitles[name]}</dt><dd><ul>${links.join('')}</ul></dd>`];
  });
  return rows.length === 0 ? '' : `<dl>${rows.join('\n')}</dl>`;
}

function wayOn(asked: AskedPage, { cursor, pages }: Listing): string {
  const before =
    asked.from > 0 &&
    `<a rel="prev" href="${addressOf({ ...asked, from: Math.max(0, asked.from - pageSize) })}">Before</a>`;
  const next =
    cursor !== undefined &&
    pages.length > 0 &&
    `<a rel="next" href="${addressOf({ ...asked, from: Number(cursor) })}">More</a>`;
  const links = [before, next].filter((one) => one !== false);
  return links.length === 0 ? '' : `<nav aria-label="Pages">${links.join('')}</nav>`;
}

/** Pages that are shown at once. */
export const pageSize = 10;

function addressOf({ job, query, from }: AskedPage): string {
  const asked = new URLSearchParams({ q: query.toWellFormed(), ...(from > 0 && { from: String(from) }) });
  return escaped(`/search/${job}?${asked}`);
}
