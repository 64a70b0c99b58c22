import { readAuthors, writeComments } from '../base/comments.ts';
import { coreProperties } from '../base/core-properties.ts';
import { drawingText } from '../base/drawing-text.ts';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { type DocumentPackage, openPackage } from '../base/open-package.ts';
import { readXml } from '../base/read-xml.ts';
import { type Relationship, relatedPart, relatedParts, relationshipsOf } from '../base/relationships.ts';
import { type Converter, Unreadable } from '../converter.ts';
import { readSlide } from './pptx-slide.ts';

/** What notes say beside the notes: a number, a date, the slide once more. */
const aroundNotes: ReadonlySet<string> = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** PowerPoint presentations of Office Open XML: slides in the order in which they are shown, each with its notes and comments. */
export const convertPptx: Converter = ({ body }, limits) => {
  const parts = openPackage(body, limits);
  const main = relatedPart(relationshipsOf(parts, ''), 'officedocument') ?? 'ppt/presentation.xml';
  if (!parts.has(main)) throw new Unreadable('damaged', `it has no part ${main}`);
  const html = htmlWriter(limits.maxHtml);
  const relationships = relationshipsOf(parts, main);
  const slides = slidesOf(parts.text(main), relationships);
  const [authors = ''] = ['commentauthors', 'authors'].flatMap((type) => relatedParts(relationships, type));
  const names = readAuthors(parts.text(authors));
  const shown = slides.slice(0, limits.maxPages);
  for (const slide of shown) {
    html.open('section');
    writeSlide(html, parts, slide, names);
    html.close('section');
  }
  writeMasters(html, parts, shown);
  const cut = slides.length > limits.maxPages ? 'pages' : parts.more ? 'parts' : undefined;
  return converted(html, coreProperties(parts), {
    parts: { unit: 'slide', count: slides.length },
    ...(cut === undefined ? {} : { cut }),
  });
};

function slidesOf(source: string, relationships: ReadonlyMap<string, Relationship>): readonly string[] {
  const ids: string[] = [];
  readXml(source, {
    open({ name, attributes }) {
      // Two attributes are called `id`: the one with a prefix refers to a part.
      if (name === 'sldId') ids.push(attributes['r:id'] ?? attributes.id ?? '');
    },
  });
  const slides = ids.map((id) => relationships.get(id)).filter((one) => one !== undefined);
  return slides.length > 0 ? slides.map(({ target }) => target) : relatedParts(relationships, 'slide');
}

function writeSlide(
  html: HtmlWriter,
  parts: DocumentPackage,
  slide: string,
  authors: ReadonlyMap<string, string>,
): void {
  const relationships = relationshipsOf(parts, slide);
  const drawing = (id: string): void => drawingOf(html, parts, relationships.get(id));
  readSlide(parts.text(slide), { html, relationships, drawing, isShown: () => true });
  for (const notes of relatedParts(relationships, 'notesslide')) {
    html.open('aside');
    readSlide(parts.text(notes), {
      html,
      relationships: relationshipsOf(parts, notes),
      drawing,
      isShown: (placeholder) => !aroundNotes.has(placeholder),
    });
    html.close('aside');
  }
  for (const comments of relatedParts(relationships, 'comments')) {
    writeComments(html, parts.text(comments), authors);
  }
}

/** What layouts and masters show on all of their slides: texts that are no placeholders, and footers. Each is said once. */
function writeMasters(html: HtmlWriter, parts: DocumentPackage, slides: readonly string[]): void {
  const related = (all: Iterable<string>, type: string): ReadonlySet<string> =>
    new Set([...all].flatMap((part) => relatedParts(relationshipsOf(parts, part), type)));
  const layouts = related(slides, 'slidelayout');
  if (layouts.size === 0) return;
  const said = new Set<string>();
  html.open('footer');
  for (const part of [...layouts, ...related(layouts, 'slidemaster')]) {
    if (html.isFull) break;
    const relationships = relationshipsOf(parts, part);
    readSlide(parts.text(part), {
      html,
      relationships,
      drawing: (id) => drawingOf(html, parts, relationships.get(id)),
      isShown(placeholder, text) {
        if ((placeholder !== '' && placeholder !== 'ftr') || said.has(text)) return false;
        said.add(text);
        return true;
      },
    });
  }
  html.close('footer');
}

function drawingOf(html: HtmlWriter, parts: DocumentPackage, one: Relationship | undefined): void {
  if (one !== undefined && !one.external) drawingText(html, parts.text(one.target));
}
