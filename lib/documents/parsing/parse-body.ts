import { formatOf, type MediaType } from '../../base/charset/media-type.ts';
import { defaultLinkSettings, type LinkSettings } from '../../base/links/link-settings.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { BlockTree } from '../blocks/block.ts';
import { readBlocks, readWithBlocks } from '../blocks/read-blocks.ts';
import { charsetOf, type Declaration, decode, utf8Of } from '../charset/charset.ts';
import { convertLight } from '../convert/convert-light.ts';
import { type ConvertSettings, defaultConvertSettings } from '../convert/convert-settings.ts';
import { defaultConvertLimits } from '../convert/converter.ts';
import { lightFormatOf } from '../convert/light-format.ts';
import type { Markup, MarkupLink } from '../html/markup.ts';
import { linksInText, readPlainText } from '../html/plain-text.ts';
import { readMarkup } from '../html/read-markup.ts';
import { mayHavePrefixes, withoutPrefixes } from '../html/xml-prefixes.ts';
import type { LightFormatName } from '../sniff/formats.ts';
import { sniffMediaType } from '../sniff/sniff-media-type.ts';

/** A document that a converter made HTML of. */
export interface SourceDocument {
  /** Essence, as the bytes of the document have it. */
  readonly mediaType: string;
  /** SHA-256 of the bytes of the document, 64 hex digits. */
  readonly digest: string;
}

/** What a job wants of a page that is read of the tree of its elements. */
interface TreeWishes {
  readonly main: boolean;
  readonly markdown: string;
  readonly data: boolean;
  readonly linkBlocks: boolean;
}

/** A body that came, and how a job has it parsed. */
export interface ParseRequest {
  /** The URL that the body came from, all redirects taken: relative links are resolved against it. */
  readonly url: CanonicalUrl;
  readonly body: Uint8Array;
  /** The `Content-Type` header as it came, or empty. */
  readonly contentType: string;
  /** Present if the body is HTML that a converter made: the document that it was made of. */
  readonly document?: SourceDocument;
  /** What counts as a link; absent: the defaults. */
  readonly links?: LinkSettings;
  /** Which documents of light formats are converted, and how much of them; absent: the defaults. */
  readonly convert?: Pick<ConvertSettings, 'types' | 'maxText' | 'maxPages'>;
  /** What is wanted of the tree; absent: nothing. */
  readonly content?: TreeWishes;
  /** The content blocks of links are wanted, too. */
  readonly contentBlocks?: boolean;
}

/** A page whose bytes are decoded and parsed. */
export interface ParsedPage {
  readonly kind: 'parsed';
  /** Essence of the body's media type. */
  readonly mediaType: string;
  readonly charset: string;
  /** `page`: it came as HTML. `document`: a converter made HTML of it. `text`: it is plain text. */
  readonly form: 'page' | 'document' | 'text';
  readonly markup: Markup;
  /** The HTML that it is or was made into. */
  html(): string;
  /** The same as a tree of its elements, where the job wants what is read of one. */
  blocks(): BlockTree;
}

export type ParsedBody =
  | ParsedPage
  | { readonly kind: 'unsupported'; readonly mediaType: string }
  | { readonly kind: 'unreadable'; readonly detail: string };

/** Parses a body by its media type: HTML, plain text, or a document of a light format that the job has converted. */
export function parseBody(request: ParseRequest): ParsedBody {
  const type = sniffMediaType(request.body, request.contentType);
  const { maxPerPage: maxLinks } = request.links ?? defaultLinkSettings;
  const convert = request.convert ?? defaultConvertSettings;
  const light = lightFormatOf(convert, type.essence);
  if (light !== undefined) return parseDocument(request, type, { light, convert });
  const format = formatOf(type.essence);
  if (format === 'unsupported') return { kind: 'unsupported', mediaType: type.essence };
  const declaration = format === 'text' ? 'none' : type.essence === 'text/html' ? 'html' : 'xml';
  const charset = charsetOf(request.body, type.charset, declaration);
  const parsed = { kind: 'parsed', mediaType: type.essence, charset } as const;
  if (format === 'text') {
    const plain = { ...type, charset };
    const html = () => htmlOf(convertLight(requestOf(request, { ...plain, essence: 'text/plain' }, convert)));
    const source = decode(request.body, charset);
    const blocks = () => readBlocks(html());
    return { ...parsed, form: 'text', markup: plainMarkup(source, maxLinks), html, blocks };
  }
  let source: string | undefined;
  const html = () => {
    const page = () => decode(request.body, charset);
    source ??= declaration === 'xml' ? withoutPrefixes(page()) : page();
    return source;
  };
  const page = utf8Of(request.body, charset);
  const read = readWhole(declaration === 'xml' && mayHavePrefixes(page) ? html() : page, request);
  if (request.document === undefined) return { ...parsed, form: 'page', ...read, html };
  return { ...parsed, form: 'document', ...read, markup: withWrittenOut(read.markup), html };
}

/** What formats of text may say of their charset; the others have no charset of the whole. */
const declarations: Readonly<Partial<Record<LightFormatName, Declaration>>> = {
  csv: 'none',
  tsv: 'none',
  json: 'none',
  markdown: 'none',
  tex: 'none',
  xml: 'xml',
  svg: 'xml',
};

interface LightDocument {
  readonly light: LightFormatName;
  readonly convert: Pick<ConvertSettings, 'maxText' | 'maxPages'>;
}

function parseDocument(
  request: ParseRequest,
  { essence, charset: label }: MediaType,
  { light, convert }: LightDocument,
): ParsedBody {
  const declaration = declarations[light];
  const charset = declaration === undefined ? undefined : charsetOf(request.body, label, declaration);
  const type = { essence, ...(charset === undefined ? {} : { charset }) };
  const conversion = convertLight(requestOf(request, type, convert));
  if (conversion.kind === 'unreadable') {
    return conversion.reason === 'unsupported'
      ? { kind: 'unsupported', mediaType: essence }
      : { kind: 'unreadable', detail: `${conversion.reason}: ${conversion.detail}` };
  }
  const { html } = conversion;
  const read = readWhole(html, request);
  return {
    ...{ kind: 'parsed', mediaType: essence, charset: charset ?? 'utf-8', form: 'document', ...read },
    markup: withWrittenOut(read.markup),
    html: () => html,
  };
}

function needsTree({ main, markdown, data, linkBlocks }: TreeWishes): boolean {
  return main || markdown !== 'none' || data || linkBlocks;
}

/** Reads markup once: with a tree of its elements, if the job wants what is read of one. */
function readWhole(
  page: string | Uint8Array,
  { links, content, contentBlocks = false }: ParseRequest,
): Pick<ParsedPage, 'markup' | 'blocks'> {
  const { maxPerPage } = links ?? defaultLinkSettings;
  if (!contentBlocks && (content === undefined || !needsTree(content))) {
    return { markup: readMarkup(page, maxPerPage), blocks: () => readBlocks(page) };
  }
  const { markup, tree } = readWithBlocks(page, maxPerPage);
  return { markup, blocks: () => tree };
}

function requestOf(
  { body, url }: ParseRequest,
  { essence, charset }: MediaType,
  { maxText, maxPages }: Pick<ConvertSettings, 'maxText' | 'maxPages'>,
): Parameters<typeof convertLight>[0] {
  const limits = { ...defaultConvertLimits, maxHtml: maxText, maxPages };
  return { body, url, mediaType: essence, limits, ...(charset === undefined ? {} : { charset }) };
}

function htmlOf(conversion: ReturnType<typeof convertLight>): string {
  return conversion.kind === 'converted' ? conversion.html : '';
}

function plainMarkup(source: string, maxLinks: number): Markup {
  return {
    title: '',
    headings: [],
    metadata: new Map(),
    text: readPlainText(source),
    ...linksInText(source, maxLinks),
  };
}

/** A converter makes links of the URLs that a document writes out: those are links of its text. */
function withWrittenOut(markup: Markup): Markup {
  const written = (link: MarkupLink): MarkupLink =>
    link.anchor !== '' && link.anchor === link.href
      ? { ...link, anchor: '', element: 'text', place: 'text' }
      : link;
  return { ...markup, links: markup.links.map(written) };
}
