import type { ListingHandler, ListingParser } from './listing.ts';

/** A longer line is not a URL: sitemaps.org allows 2,048 characters. UTF-16 units. */
const maxLine = 8_192;
/** A text with no URL in this many units is not a list of URLs. UTF-16 units. */
const maxIntroduction = 65_536;

/**
 * Parses a text sitemap: one URL a line (sitemaps.org). Lines that are not URLs are skipped, as other parsers do. A
 * text without any URL is not a sitemap.
 */
export function textListing(handler: ListingHandler): ListingParser {
  let rest = '';
  let read = 0;
  let found = false;
  let done = false;

  function take(line: string): void {
    const loc = line.trim();
    if (done || loc.length > maxLine || !/^https?:\/\/\S+$/i.test(loc)) return;
    if (!found) handler.onFormat('text');
    found = true;
    done = !handler.onEntry({ kind: 'page', loc });
  }

  return {
    write(text) {
      if (done) return false;
      const lines = (rest + text).split(/\r\n?|\n/);
      rest = lines.pop() ?? '';
      if (rest.length > maxLine) rest = rest.slice(0, maxLine + 1);
      for (const line of lines) take(line);
      read += text.length;
      if (!found && read >= maxIntroduction) {
        done = true;
        handler.onOther();
      }
      return !done;
    },
    end(isCut) {
      if (!isCut) take(rest);
      if (!found && !done) handler.onOther();
      done = true;
    },
  };
}
