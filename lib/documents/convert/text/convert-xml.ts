import { withNumberedReferences } from '../../../base/html/named-references.ts';
import { readMarkup } from '../../html/read-markup.ts';
import { elementNamespaces } from '../../html/xml-prefixes.ts';
import { copyHtml } from '../base/copy-html.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { writeLinked } from '../base/linked-text.ts';
import { documentLink } from '../base/links.ts';
import { decodeXml, readXml } from '../base/read-xml.ts';
import type { LightConverter } from '../converter.ts';

/** Attributes that hold an address. */
const addresses = ['href', 'HRef', 'src', 'url', 'uri', 'dest'];

/** Elements whose text is deleted, or an instruction to a word processor (WordML). */
const unsaid: ReadonlySet<string> = new Set(['delText', 'instrText']);

/** Elements of hypertext that lead to where their address says, which may be relative. */
const anchors: ReadonlySet<string> = new Set(['a', 'area', 'iframe']);

/** Elements of one paragraph, of many vocabularies: those inside of them flow. */
const paragraphs: ReadonlySet<string> = new Set(['p', 'h', 'v', 'para', 'simpara']);

/** Elements inside of a paragraph that are blocks all the same. */
const blocks = /^(?:li|t[cdhr]|.*(?:cell|entry|figure|item|list|note|para|row|table|title))$/i;

/** Elements whose text is HTML in feeds (RSS, Atom). */
const marked: ReadonlySet<string> = new Set(
  'content description encoded subtitle summary tagline title'.split(' '),
);

/** Any XML: the texts of its elements. An element directly behind another one, or in a line of its own, begins a block. */
export const convertXml: LightConverter = ({ body, charset, mediaType }, limits) => {
  const html = htmlWriter(limits.maxHtml);
  const isFeed = feedTypes.has(mediaType);
  let title: string | undefined;
  let language: string | undefined;
  let block = '';
  let text = '';
  let isAfterEnd = false;
  /** Paragraphs that are open. */
  let flows = 0;
  /** The text of the element is HTML. */
  let isMarked = false;
  let isSaid = true;
  /** The document has elements of XHTML, SVG or MathML. */
  let isHypertext = false;
  /** Only white space stands between the last line feed and here. */
  let isInNewLine = false;
  const flush = (): void => {
    const said = block.trim();
    block = '';
    if (said === '' || isBase64(said)) return;
    html.open(isMarked ? 'div' : 'p');
    if (isMarked) copyHtml(said, html, documentLink);
    else writeLinked(html, said);
    html.close(isMarked ? 'div' : 'p');
  };
  const isBlock = (name: string): boolean => paragraphs.has(name) || blocks.test(name);
  readXml(withNumberedReferences(decodeXml(body, charset)), {
    open({ name: element, attributes }) {
      if (flows > 0 ? isBlock(element) : isAfterEnd || isInNewLine) flush();
      if (paragraphs.has(element)) flows += 1;
      isAfterEnd = false;
      isInNewLine = false;
      isSaid = !unsaid.has(element);
      isMarked = isFeed && marked.has(element) && !/^(?:text|xhtml)$/.test(attributes.type ?? '');
      text = '';
      language ??= attributes['xml:lang'] ?? attributes.lang;
      isHypertext ||= Object.values(attributes).some((value) => elementNamespaces.has(value));
      const isAnchor = isHypertext && anchors.has(element);
      for (const name of addresses) {
        const href = attributes[name];
        if (href === undefined || !(isAnchor || /^(?:https?|ftp):/i.test(href))) continue;
        html.open('a', { href });
        html.close('a');
      }
    },
    text(part) {
      if (!isSaid) return;
      const end = part.slice(part.trimEnd().length);
      if (end !== part) isAfterEnd = false;
      else if (part.includes('\n') && flows === 0) flush();
      isInNewLine = end.includes('\n') || (isInNewLine && end === part);
      block += part;
      text += part;
    },
    close(name) {
      if (/^(?:book-)?title$/i.test(name) && text.trim() !== '')
        title ??= isMarked ? textOfHtml(text) : text.trim();
      if (isMarked || (flows > 0 && isBlock(name))) flush();
      if (paragraphs.has(name)) flows = Math.max(0, flows - 1);
      isMarked = false;
      isSaid = true;
      isAfterEnd = true;
    },
    isDone: () => html.isFull,
  });
  flush();
  return converted(html, { title, language });
};

const feedTypes: ReadonlySet<string> = new Set(['application/rss+xml', 'application/atom+xml']);

/** Characters of a title that are looked at. */
const maxTitle = 10_000;

function textOfHtml(source: string): string {
  const html = htmlWriter(maxTitle);
  copyHtml(source.slice(0, maxTitle), html, () => undefined);
  return readMarkup(html.document()).text;
}

/** Pictures and other files that are written as text (RFC 4648): lines of equal length without a space. */
function isBase64(text: string): boolean {
  return (
    text.length >= 120 &&
    /^(?:[A-Za-z0-9+/]{60,}\s+)*[A-Za-z0-9+/]+={0,2}$/.test(text) &&
    /[a-z]/.test(text) &&
    /[A-Z]/.test(text) &&
    /\d/.test(text)
  );
}
