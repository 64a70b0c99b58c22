import { coreProperties } from '../base/core-properties.ts';
import { drawingText } from '../base/drawing-text.ts';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { type DocumentPackage, openPackage } from '../base/open-package.ts';
import { readXml } from '../base/read-xml.ts';
import { type Relationship, relatedPart, relatedParts, relationshipsOf } from '../base/relationships.ts';
import { type Converter, Unreadable } from '../converter.ts';
import { readSlide } from './pptx-slide.ts';

const nothing: ReadonlySet<string> = new Set();

/** What notes say beside the notes: a number, a date, the slide once more. */
const aroundNotes: ReadonlySet<string> = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** PowerPoint presentations of Office Open XML: slides in the order in which they are shown, each with its notes and comments. */
export const convertPptx: Converter = ({ body }, limits) => {
  const parts = openPackage(body, limits);
  const main = relatedPart(relationshipsOf(parts, ''), 'officedocument') ?? 'ppt/presentation.xml';
  if (!parts.has(main)) throw new Unreadable('damaged', `it has no part ${main}`);
  const html = htmlWriter(limits.maxHtml);
  const slides = slidesOf(parts, main);
  for (const slide of slides.slice(0, limits.maxPages)) {
    html.open('section');
    writeSlide(html, parts, slide);
    html.close('section');
  }
  const cut = slides.length > limits.maxPages ? 'pages' : parts.more ? 'parts' : undefined;
  return converted(html, coreProperties(parts), {
    parts: { unit: 'slide', count: slides.length },
    ...(cut === undefined ? {} : { cut }),
  });
};

function slidesOf(parts: DocumentPackage, main: string): readonly string[] {
  const relationships = relationshipsOf(parts, main);
  const ids: string[] = [];
  readXml(parts.text(main), {
    open({ name, attributes }) {
      // Two attributes are called `id`: the one with a prefix refers to a part.
      if (name === 'sldId') ids.push(attributes['r:id'] ?? attributes.id ?? '');
    },
  });
  const slides = ids.map((id) => relationships.get(id)).filter((one) => one !== undefined);
  return slides.length > 0 ? slides.map(({ target }) => target) : relatedParts(relationships, 'slide');
}

function writeSlide(html: HtmlWriter, parts: DocumentPackage, slide: string): void {
  const relationships = relationshipsOf(parts, slide);
  const drawing = (id: string): void => drawingOf(html, parts, relationships.get(id));
  readSlide(parts.text(slide), { html, relationships, drawing, without: nothing });
  for (const notes of relatedParts(relationships, 'notesslide')) {
    html.open('aside');
    readSlide(parts.text(notes), {
      html,
      relationships: relationshipsOf(parts, notes),
      drawing,
      without: aroundNotes,
    });
    html.close('aside');
  }
  for (const comments of relatedParts(relationships, 'comments')) commentsOf(html, parts.text(comments));
}

function drawingOf(html: HtmlWriter, parts: DocumentPackage, one: Relationship | undefined): void {
  if (one !== undefined && !one.external) drawingText(html, parts.text(one.target));
}

function commentsOf(html: HtmlWriter, source: string): void {
  let text = '';
  readXml(source, {
    open() {
      text = '';
    },
    text(part) {
      text += part;
    },
    close(name) {
      if (name === 'text' || name === 't') html.element('p', text);
      text = '';
    },
    isDone: () => html.isFull,
  });
}
