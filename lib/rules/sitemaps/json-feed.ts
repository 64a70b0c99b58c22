import { isWebUrl, words } from './draft-entry.ts';
import type { ListedEntry, ListingHandler, ListingParser } from './listing.ts';
import { readDateTime } from './w3c-date-time.ts';

/**
 * Bounds a feed, because JSON can only be parsed as a whole. Real feeds hold few items: the newest of a site. UTF-16
 * units.
 */
const maxLength = 4_194_304;

/**
 * Parses JSON Feed 1.0 and 1.1 (jsonfeed.org). A feed that is cut off, or longer than `maxLength`, yields no entries.
 */
export function jsonFeed(handler: ListingHandler): ListingParser {
  const pieces: string[] = [];
  let length = 0;
  return {
    write(text) {
      length += text.length;
      if (length <= maxLength) pieces.push(text);
      return length <= maxLength;
    },
    end() {
      const feed = length > maxLength ? undefined : parsed(pieces.join(''));
      if (typeof feed?.version !== 'string' || !/^https?:\/\/jsonfeed\.org\/version\//.test(feed.version)) {
        return handler.onOther();
      }
      handler.onFormat('json-feed');
      for (const item of Array.isArray(feed.items) ? feed.items : []) {
        const entry = entryOf(item);
        if (entry !== undefined && !handler.onEntry(entry)) return;
      }
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function entryOf(item: unknown): ListedEntry | undefined {
  if (!isFields(item)) return undefined;
  const { url, id, title, date_modified: modified, date_published: published } = item;
  const loc = textOf(url) ?? textOf(id, isWebUrl);
  if (loc === undefined) return undefined;
  const date = [modified, published].find((value) => typeof value === 'string');
  const lastmod = date === undefined ? undefined : readDateTime(date);
  return {
    kind: 'page',
    loc,
    ...(typeof title === 'string' && title !== '' ? { title: words(title) } : {}),
    ...(lastmod === undefined ? {} : { lastmod }),
  };
}

function textOf(value: unknown, isRight = (text: string): boolean => text !== ''): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return isRight(text) ? text : undefined;
}
