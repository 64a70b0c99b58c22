import type { Block, BlockTree } from '../blocks/block.ts';
import type { LinkedThing } from './linked-data.ts';

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

/** What tells when a page was published. */
interface DateSigns {
  readonly tree: BlockTree;
  /** Linked data about the page itself. */
  readonly things: readonly LinkedThing[];
  /** Whether a block is the page's own. */
  readonly isOwn: (block: Block) => boolean;
}

/** When the page was published, `YYYY-MM-DD`: as linked data say, then metadata, then the first `time` of its content. */
export function publishedOf({ tree, things, isOwn }: DateSigns): string | undefined {
  for (const { datePublished, dateCreated } of things) {
    const date = isoDate(datePublished) ?? isoDate(dateCreated);
    if (date !== undefined) return date;
  }
  for (const name of names) {
    const date = isoDate(tree.metadata.get(name)?.[0]);
    if (date !== undefined) return date;
  }
  for (const block of tree.blocks) {
    const { name, attributes } = block;
    if ((name !== 'time' && attributes.itemprop !== 'datePublished') || !isOwn(block)) continue;
    if (/updated|modified/i.test(`${attributes.class ?? ''} ${attributes.itemprop ?? ''}`)) continue;
    const date = isoDate(attributes.datetime ?? attributes.content);
    if (date !== undefined) return date;
  }
  return undefined;
}

const iso = /^\s*((?:19|20)\d\d)[-/]?(0[1-9]|1[0-2])[-/]?(0[1-9]|[12]\d|3[01])(?!\d)/;

/** The day of an ISO 8601 date or time, or of one that is written out; undefined for what is none. */
function isoDate(written: unknown): string | undefined {
  if (typeof written !== 'string' || written.length > 100) return undefined;
  const [, year, month, day] = iso.exec(written) ?? [];
  if (year !== undefined) return possible(`${year}-${month}-${day}`);
  const named =
    /^(?:\w{3,9},?\s+)?(?:(\d{1,2})\s+(\w{3})\w*\.?|(\w{3})\w*\.?\s+(\d{1,2})),?\s+((?:19|20)\d\d)\b/.exec(
      written.trim(),
    );
  if (named === null) return undefined;
  const index = months.indexOf((named[2] ?? named[3] ?? '').toLowerCase());
  if (index < 0) return undefined;
  return possible(`${named[5]}-${pad(index + 1)}-${pad(Number(named[1] ?? named[4]))}`);
}

/** A day of the calendar; neither where clocks begin, nor later than any page. */
function possible(day: string): string | undefined {
  const time = Date.parse(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
  return isDay && day !== '1970-01-01' && day < '2050' ? day : undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
