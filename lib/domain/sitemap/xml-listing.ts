import { Parser } from 'htmlparser2';
import { type DraftEntry, draftEntry, finishedEntry } from './draft-entry.ts';
import { type FieldReader, feedFields, type Syntax, sitemapFields } from './fields.ts';
import type { ListedEntry, ListingFormat, ListingHandler, ListingParser } from './listing.ts';
import { readMoment } from './moment.ts';

/** A URL has 2,048 characters at most (sitemaps.org), a field of an entry not many more. UTF-16 units. */
const maxField = 8_192;
/** No sitemap nests deeper; more is an attack on whoever keeps a stack. */
const maxDepth = 64;
/** Text without a tag, or a tag or comment without an end, that is read on for. UTF-16 units. */
const maxQuiet = 1_048_576;

/** Elements that are an entry, by their local names. */
const entryElements: Readonly<Record<Syntax, Readonly<Record<string, ListedEntry['kind']>>>> = {
  sitemap: { url: 'page', sitemap: 'sitemap' },
  feed: { item: 'page', entry: 'page' },
};

/**
 * Sitemaps, sitemap indexes, RSS 0.9x, 1.0 (RDF) and 2.0, and Atom, by the local names of their elements: namespaces
 * are wrong or missing too often to go by. Entities of a DTD are never expanded, nothing is ever loaded. Elements that
 * were not closed end where the next entry begins; `loc` without an entry around it is one. Memory is bounded by one
 * entry, whatever comes.
 */
export function xmlListing(handler: ListingHandler): ListingParser {
  const names: string[] = [];
  let syntax: Syntax | undefined;
  let rootPrefix = '';
  let rootKind: ListedEntry['kind'] = 'page';
  let fields: FieldReader = sitemapFields;
  let done = false;
  let quiet = 0;
  let base: string | undefined;
  let draft: DraftEntry | undefined;
  /** How many elements are open around the fields of the entry. */
  let depth = 0;
  /** The field whose text is being read, and how many elements were open before it. */
  let field: string | undefined;
  let fieldDepth = 0;
  let text = '';

  function stop(): void {
    if (syntax === undefined) handler.onOther();
    done = true;
  }

  function begin(kind: ListedEntry['kind'], at: number, entryBase = base): void {
    flush();
    draft = draftEntry(kind, entryBase);
    depth = at;
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
    if (field !== undefined) return;
    const isOwn = prefix === rootPrefix || prefix === '' || prefix === 'rss';
    const kind = isOwn ? entryElements[syntax][name] : undefined;
    // `sitemap` is a child of the root only, and so is `url`; the items of RSS stand in its channel.
    if (kind !== undefined && (draft === undefined || draft.loc !== undefined || names.length <= depth)) {
      begin(kind, names.length + 1, attributes['xml:base'] ?? base);
      if (draft !== undefined) fields.open(draft, '', attributes);
      return;
    }
    if (syntax === 'sitemap' && name === 'loc' && isOwn) {
      if (draft === undefined) begin(rootKind, names.length);
      else if (draft.loc !== undefined && names.length === depth) begin(draft.kind, depth);
    }
    if (draft === undefined) {
      if (syntax === 'feed' && fields.isOwnDate(name) && names.length <= 2) capture('');
      return;
    }
    const path = names.length === depth ? name : [...names.slice(depth), name].join('/');
    if (path === name && !isOwn && !fields.mayBeForeign(name, prefix)) return;
    fields.open(draft, path, attributes);
    if (fields.isText(path)) capture(path);
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
    const lastmod = readMoment(value);
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
        if (field !== undefined && text.length <= maxField) text += piece;
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
      parser.write(piece);
      return !done;
    },
    end() {
      if (!done && syntax === undefined) handler.onOther();
      // What the parser closes by itself now was cut off.
      done = true;
      parser.end();
    },
  };
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
