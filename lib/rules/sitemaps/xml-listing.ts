import { Parser } from 'htmlparser2';
import type { ListingFormat } from '../../base/fetch/outcome.ts';
import { namedReferences } from '../../base/html/named-references.ts';
import { type DraftEntry, draftEntry, finishedEntry, maxField } from './draft-entry.ts';
import { type FieldReader, feedFields, type ListingSyntax, sitemapFields } from './fields.ts';
import type { ListedEntry, ListingHandler, ListingParser } from './listing.ts';
import { readDateTime } from './w3c-date-time.ts';

/** Bounds the parser's stack against attacks: no real sitemap nests deeper. */
const maxDepth = 64;
/** Parsing stops after this much text without a tag, or within one tag or comment. UTF-16 units. */
const maxQuiet = 1_048_576;

/** As much of the end is looked at for a tag that is cut off. */
const tailLength = 64;
const cutTag = /<\/[\w:.-]*$/;

/** The kinds of entries by the local names of their elements. */
const entryElements: Readonly<Record<ListingSyntax, Readonly<Record<string, ListedEntry['kind']>>>> = {
  sitemap: { url: 'page', sitemap: 'sitemap' },
  feed: { item: 'page', entry: 'page' },
};
/** Elements of extensions: a `loc` within them is not the URL of a page, even if the author forgot the prefix. */
const extensions = new Set(['image', 'video', 'news', 'pagemap']);

/**
 * Parses sitemaps, sitemap indexes, RSS 0.9x, 1.0 (RDF) and 2.0, and Atom. Elements are recognised by their local
 * names, because namespaces are often wrong or missing. Entities of a DTD are never expanded, and nothing is ever
 * loaded. The parser never holds more than one entry.
 *
 * A broken list yields the entries that can be read. A field or an entry without its end tag ends where the next field
 * or entry begins. A `loc` counts even without an entry around it. The URL of an entry without a `loc` is the text of
 * the entry itself. All entries of an index are sitemaps, whatever their element. If the list is cut off, the last
 * entry counts if its URL is complete.
 */
export function xmlListing(handler: ListingHandler): ListingParser {
  const names: string[] = [];
  let syntax: ListingSyntax | undefined;
  let rootPrefix = '';
  let rootKind: ListedEntry['kind'] = 'page';
  let fields: FieldReader = sitemapFields;
  let done = false;
  let quiet = 0;
  let base: string | undefined;
  let draft: DraftEntry | undefined;
  /** The number of open elements around the fields of the entry (`depth`) and around the entry (`outerDepth`). */
  let depth = 0;
  let outerDepth = 0;
  /** The field whose text is being read, and the number of elements that were open before it. */
  let field: string | undefined;
  let fieldDepth = 0;
  let text = '';
  /** The last characters of the list. */
  let tail = '';
  const references = namedReferences();

  function stop(): void {
    if (!done && syntax === undefined) handler.onOther();
    if (draft?.loc !== undefined) flush();
    done = true;
    // The rest of the piece costs the parser the square of its depth.
    parser.pause();
  }

  function begin(kind: ListedEntry['kind'], at: number, outer: number, entryBase = base): void {
    flush();
    draft = draftEntry(kind, entryBase);
    depth = at;
    outerDepth = outer;
  }

  /**
   * Closes elements that have no end tag when the next element opens.
   * @param count number of elements that stay open
   */
  function closeTo(count: number): void {
    openElements(parser).splice(1, names.length - count);
    names.length = count;
  }

  function flush(): void {
    const entry = draft && finishedEntry(draft);
    draft = undefined;
    if (entry !== undefined && !done && !handler.onEntry(entry)) done = true;
  }

  function openRoot(name: string, prefix: string, attributes: Readonly<Record<string, string>>): void {
    const format = formatOf(name, attributes);
    if (format === undefined) {
      stop();
      return;
    }
    syntax = format === 'sitemap' || format === 'sitemap-index' ? 'sitemap' : 'feed';
    fields = syntax === 'sitemap' ? sitemapFields : feedFields;
    rootPrefix = prefix;
    if (format === 'sitemap-index') rootKind = 'sitemap';
    base = attributes['xml:base'];
    handler.onFormat(format);
  }

  function open(name: string, prefix: string, attributes: Readonly<Record<string, string>>): void {
    if (syntax === undefined) {
      openRoot(name, prefix, attributes);
      return;
    }
    const isOwn = prefix === rootPrefix || prefix === '' || prefix === 'rss';
    if (field !== undefined && !(isOwn && leavesField(name))) return;
    const kind = isOwn ? entryElements[syntax][name] : undefined;
    if (kind !== undefined && (draft === undefined || draft.loc !== undefined || names.length <= depth)) {
      if (draft !== undefined) closeTo(outerDepth);
      begin(
        ...([rootKind === 'sitemap' ? rootKind : kind, names.length + 1, names.length] as const),
        attributes['xml:base'] ?? base,
      );
      if (draft !== undefined) fields.open(draft, '', attributes);
      return;
    }
    const isLoc = syntax === 'sitemap' && name === 'loc' && isOwn && !isInExtension();
    if (isLoc && draft?.loc !== undefined) begin(draft.kind, names.length, names.length);
    else if (isLoc && draft === undefined) begin(rootKind, names.length, names.length);
    if (draft === undefined) {
      if (syntax === 'feed' && fields.isListDate(name) && names.length <= 2) capture('');
      return;
    }
    const path = isLoc || names.length === depth ? name : [...names.slice(depth), name].join('/');
    if (path === name && !isOwn && !fields.mayBeForeign(name, prefix)) return;
    fields.open(draft, path, attributes);
    if (fields.isText(path)) capture(path);
  }

  /** Ends the field, and returns true, if the element that opens shows that the end tag of the field is missing. */
  function leavesField(name: string): boolean {
    if (syntax === undefined || field === undefined) return false;
    // Some generators wrap the URL within `loc` in an entry element: an empty `loc` is not ended by one.
    const isNext = Object.hasOwn(entryElements[syntax], name)
      ? text.trim() !== ''
      : fields.isText(name) && !fields.isWords(field);
    if (!isNext) return false;
    closeTo(fieldDepth);
    endField();
    return true;
  }

  function isInExtension(): boolean {
    return draft !== undefined && names.slice(depth).some((name) => extensions.has(name));
  }

  function capture(path: string): void {
    field = path;
    fieldDepth = names.length;
    text = '';
  }

  function endField(): void {
    const [path, value] = [field, text];
    field = undefined;
    text = '';
    if (path === undefined || value.length > maxField) return;
    if (draft !== undefined) {
      fields.text(draft, path, value);
      return;
    }
    const lastmod = readDateTime(value);
    if (lastmod !== undefined) handler.onLastmod(lastmod);
  }

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        quiet = 0;
        if (done) return;
        const colon = tag.indexOf(':');
        const name = tag.slice(colon + 1);
        open(name, colon < 0 ? '' : tag.slice(0, colon), attributes);
        names.push(name);
        if (names.length > maxDepth) stop();
      },
      ontext(piece) {
        if (field !== undefined) {
          if (text.length <= maxField) text += piece;
        } else if (draft !== undefined && draft.loc === undefined && names.length === depth) {
          if (draft.ownText.length <= maxField) draft.ownText += piece;
        }
      },
      onclosetag() {
        quiet = 0;
        if (done) return;
        names.pop();
        if (field !== undefined && names.length === fieldDepth) endField();
        if (draft !== undefined && names.length < depth) flush();
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );

  return {
    write(piece) {
      if (quiet > maxQuiet) stop();
      if (done) return false;
      quiet += piece.length;
      tail = (tail + piece).slice(-tailLength);
      parser.write(references.piece(piece));
      return !done;
    },
    end() {
      if (!done) parser.write(references.rest());
      // A field is whole if only its end tag is cut off.
      if (field !== undefined && cutTag.test(tail)) endField();
      // Stop first: the entries that `parser.end` closes by itself were cut off.
      stop();
      parser.end();
    },
  };
}

/**
 * Returns the parser's own stack of open elements, innermost first. Only by changing this stack can an element be ended
 * early.
 */
function openElements(parser: Parser): string[] {
  return (parser as unknown as { readonly stack: string[] }).stack;
}

function formatOf(name: string, attributes: Readonly<Record<string, string>>): ListingFormat | undefined {
  switch (name) {
    case 'urlset':
      return 'sitemap';
    case 'sitemapindex':
      return 'sitemap-index';
    case 'rss':
      return 'rss';
    case 'feed':
      return 'atom';
    case 'rdf':
      // Other RDF than RSS 0.90 and 1.0 lists no pages.
      return Object.values(attributes).some((value) => /\/rss\/|my\.netscape\.com/.test(value))
        ? 'rss'
        : undefined;
    default:
      return undefined;
  }
}
