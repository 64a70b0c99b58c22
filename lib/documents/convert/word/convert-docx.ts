import { charsetOf, decode } from '../../charset/charset.ts';
import { documentFormatOf } from '../../sniff/formats.ts';
import { sniffMediaType } from '../../sniff/sniff-media-type.ts';
import { copyHtml } from '../base/copy-html.ts';
import { coreProperties } from '../base/core-properties.ts';
import { drawingText } from '../base/drawing-text.ts';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { webLink } from '../base/links.ts';
import { type DocumentPackage, openPackage } from '../base/open-package.ts';
import { relatedPart, relatedParts, relationshipsOf } from '../base/relationships.ts';
import {
  type Conversion,
  type ConvertedDocument,
  type Converter,
  type ConvertLimits,
  type ConvertRequest,
  Unreadable,
} from '../converter.ts';
import { readNumbering } from './docx-numbering.ts';
import { readStory, type StoryContext } from './docx-story.ts';
import { readStyles } from './docx-styles.ts';

/**
 * Word documents of Office Open XML (ECMA-376): headers, body, notes, comments, footers.
 * @param convertLight reads documents of other formats that are part of the text
 */
export function docxConverter(convertLight: ConvertLight): Converter {
  return ({ body }, limits) => readDocument(body, limits, chunkWriter(limits, convertLight));
}

type ConvertLight = (request: ConvertRequest) => Conversion;

/** Writes a document of another part that belongs to the text (§17.17.2.1). */
type WriteChunk = (html: HtmlWriter, bytes: Uint8Array) => void;

function readDocument(body: Uint8Array, limits: ConvertLimits, writeChunk: WriteChunk): ConvertedDocument {
  const parts = openPackage(body, limits);
  const main = relatedPart(relationshipsOf(parts, ''), 'officedocument') ?? 'word/document.xml';
  if (!parts.has(main)) throw new Unreadable('damaged', `it has no part ${main}`);
  const relationships = relationshipsOf(parts, main);
  const partOf = (type: string): string => parts.text(relatedPart(relationships, type) ?? '');
  const html = htmlWriter(limits.maxHtml);
  const context = {
    html,
    styleOf: readStyles(partOf('styles')),
    numbering: readNumbering(partOf('numbering')),
  };
  const chunks = new Set<string>();
  const chunk = (part: string): void => {
    const bytes = chunks.has(part) ? undefined : parts.read(part);
    chunks.add(part);
    if (bytes !== undefined) writeChunk(html, bytes);
  };
  const read = (part: string): void =>
    readStory(parts.text(part), storyContext({ ...context, chunk }, parts, part));
  const all = (type: string): void => {
    for (const part of relatedParts(relationships, type)) read(part);
  };
  if (relatedParts(relationships, 'header').length > 0) {
    html.open('header');
    all('header');
    html.close('header');
  }
  read(main);
  for (const type of ['footnotes', 'endnotes', 'comments']) all(type);
  if (relatedParts(relationships, 'footer').length > 0) {
    html.open('footer');
    all('footer');
    html.close('footer');
  }
  return converted(html, coreProperties(parts), parts.more ? { cut: 'parts' } : {});
}

/** Chunks of a chunk are left out: a document may hold itself. */
function chunkWriter(limits: ConvertLimits, convertLight: ConvertLight): WriteChunk {
  return (html, body) => {
    const { essence: mediaType } = sniffMediaType(body, '');
    if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml')
      return copyHtml(decode(body, charsetOf(body, undefined, 'html')), html, webLink);
    const isWord = documentFormatOf(mediaType)?.name === 'docx';
    const read = isWord
      ? readDocument(body, limits, () => undefined)
      : convertLight({ body, mediaType, url: '', limits });
    if (read.kind === 'converted') copyHtml(read.html, html, webLink);
  };
}

function storyContext(
  { html, styleOf, numbering, chunk }: Pick<StoryContext, 'html' | 'styleOf' | 'numbering' | 'chunk'>,
  parts: DocumentPackage,
  part: string,
): StoryContext {
  const relationships = relationshipsOf(parts, part);
  return {
    html,
    styleOf,
    numbering,
    relationships,
    drawing(id) {
      const one = relationships.get(id);
      if (one !== undefined && !one.external) drawingText(html, parts.text(one.target));
    },
    chunk(id) {
      const one = relationships.get(id);
      if (one !== undefined && !one.external) chunk(one.target);
    },
  };
}
