import type { Block } from '../blocks/block.ts';
import type { KindSigns } from './kind-of-page.ts';

const names = [
  'article:published_time',
  'og:article:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'dcterms.date',
  'parsely-pub-date',
  'sailthru.date',
  'citation_publication_date',
  'publish-date',
  'pubdate',
  'og:published_time',
];

/** When the page was published, `YYYY-MM-DD`: as linked data say, then metadata, then the first `time` of its content. */
export function publishedOf({ things, tree }: Pick<KindSigns, 'things' | 'tree'>): string | undefined {
  for (const thing of things) {
    for (const key of ['datePublished', 'dateCreated', 'uploadDate']) {
      const date = isoDate(thing[key]);
      if (date !== undefined && key !== 'uploadDate') return date;
    }
  }
  for (const name of names) {
    const date = isoDate(tree.metadata.get(name)?.[0]);
    if (date !== undefined) return date;
  }
  return isoDate(firstTime(tree.root));
}

/** The first `time` or `datePublished` of the page, outside navigation and asides. */
function firstTime(root: Block): string | undefined {
  const waiting: Block[] = [root];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    const { name, attributes, place } = block;
    if (place === 'nav' || place === 'aside' || place === 'footer') continue;
    const said = attributes.datetime ?? attributes.content;
    const says = name === 'time' || attributes.itemprop === 'datePublished';
    if (says && isoDate(said) !== undefined) return said;
    for (let at = block.children.length - 1; at >= 0; at--) {
      const child = block.children[at];
      if (typeof child === 'object') waiting.push(child);
    }
  }
  return undefined;
}

const iso = /^\s*((?:19|20)\d\d)[-/]?(0[1-9]|1[0-2])[-/]?(0[1-9]|[12]\d|3[01])(?!\d)/;

/** The day of an ISO 8601 date or time, or of one that is written out; undefined for what is none. */
function isoDate(written: unknown): string | undefined {
  if (typeof written !== 'string' || written.length > 100) return undefined;
  const [, year, month, day] = iso.exec(written) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const named =
    /^(?:\w{3,9},?\s+)?(?:(\d{1,2})\s+(\w{3})\w*\.?|(\w{3})\w*\.?\s+(\d{1,2})),?\s+((?:19|20)\d\d)\b/.exec(
      written.trim(),
    );
  if (named === null) return undefined;
  const index = months.indexOf((named[2] ?? named[3] ?? '').toLowerCase());
  if (index < 0) return undefined;
  return `${named[5]}-${pad(index + 1)}-${pad(Number(named[1] ?? named[4]))}`;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
