import { openCompoundFile, rootStream } from '../../sniff/compound-file.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { documentLink } from '../base/links.ts';
import { summaryProperties } from '../base/summary-properties.ts';
import { type Converter, Unreadable } from '../converter.ts';
import { commentsIn, footersIn, masterTexts } from './ppt-around.ts';
import { childOf, type PptRecord, persistOffsets, pptObjects, recordsIn } from './ppt-records.ts';
import { type PptText, textCollector, textsIn, writeText } from './ppt-text.ts';

const types = {
  document: 0x03e8,
  slideAtom: 0x03f3,
  notesAtom: 0x03f1,
  slideList: 0x0ff0,
  drawing: 0x040c,
  externalObjects: 0x0409,
  link: 0x0fd7,
  linkAtom: 0x0fd3,
  string: 0x0fba,
};

const encryptedToken = 0xf3d1c4df;

interface Slide {
  readonly id: number;
  readonly persist: number;
  /** Texts of its outline: those of placeholders. */
  readonly texts: PptText[];
}

/** PowerPoint presentations of 1997 to 2003 (MS-PPT): slides in the order in which they are shown, each with its notes. */
export const convertPpt: Converter = ({ body }, limits) => {
  const file = openCompoundFile(body);
  const stream = (name: string): Buffer | undefined => {
    const entry = file === undefined ? undefined : rootStream(file, name);
    return entry === undefined ? undefined : file?.read(entry);
  };
  const main = stream('PowerPoint Document');
  if (file === undefined || main === undefined) throw new Unreadable('damaged', 'it has no presentation');
  const user = stream('Current User') ?? Buffer.alloc(0);
  if (user.length >= 20 && user.readUInt32LE(12) === encryptedToken) {
    throw new Unreadable('encrypted', 'it needs a password');
  }
  const objects = pptObjects(main);
  const offsets = persistOffsets(objects, user.length >= 20 ? user.readUInt32LE(16) : 0);
  const stored: StoredObject = (number) => {
    const offset = offsets.get(number);
    return offset === undefined ? undefined : objects(offset);
  };
  const first = stored(firstObject);
  const document = (first?.type === types.document ? first : childOf(main, types.document))?.data;
  const html = htmlWriter(limits.maxHtml);
  const head = summaryProperties(file);
  if (document === undefined) {
    // Nothing says what belongs to it: all texts that are there.
    textsIn(main, (text) => writeText(html, text, new Map()));
    return converted(html, head);
  }
  const urls = linksOf(document);
  const slides = slidesOf(document, 0);
  const notes = notesBySlide(document, stored);
  const footers = new Set(footersIn(document));
  for (const { id, persist, texts } of slides.slice(0, limits.maxPages)) {
    if (html.isFull) break;
    html.open('section');
    for (const text of texts) writeText(html, text, urls);
    const own = stored(persist)?.data ?? Buffer.alloc(0);
    drawn(own, (text) => writeText(html, text, urls));
    for (const footer of footersIn(own)) footers.add(footer);
    const its = notes.get(id) ?? [];
    if (its.length > 0) {
      html.open('aside');
      for (const text of its) writeText(html, text, urls);
      html.close('aside');
    }
    for (const comment of commentsIn(own)) html.element('p', comment);
    html.close('section');
  }
  html.open('footer');
  for (const { persist } of slidesOf(document, 1)) {
    if (html.isFull) break;
    masterTexts(stored(persist)?.data ?? Buffer.alloc(0), (text) => {
      if (!isSign(text)) writeText(html, text, urls);
    });
  }
  for (const footer of footers) html.element('p', footer);
  html.close('footer');
  return converted(html, head, {
    parts: { unit: 'slide', count: slides.length },
    ...(slides.length > limits.maxPages ? { cut: 'pages' } : {}),
  });
};

/** The document is the first object that a presentation stores. */
const firstObject = 1;

/** An object by its number. */
type StoredObject = (number: number) => PptRecord | undefined;

/** @param instance 0: slides, 1: masters, 2: notes */
function slidesOf(document: Buffer, instance: number): readonly Slide[] {
  const slides: Slide[] = [];
  for (const list of recordsIn(document)) {
    if (list.type !== types.slideList || list.instance !== instance) continue;
    const collect = textCollector((text) => void slides.at(-1)?.texts.push(text));
    for (const record of recordsIn(list.data)) {
      if (record.type === types.slideAtom && record.data.length >= 16) {
        collect.end();
        slides.push({ persist: record.data.readUInt32LE(0), id: record.data.readUInt32LE(12), texts: [] });
      } else collect.take(record);
    }
    collect.end();
  }
  return slides;
}

/** Texts of shapes that stand on a slide itself, not in its outline. */
function drawn(slide: Buffer, found: (text: PptText) => void): void {
  const drawing = childOf(slide, types.drawing);
  if (drawing === undefined) return;
  textsIn(drawing.data, (text) => {
    if (!isSign(text)) found(text);
  });
}

/** A star stands for a number, a date or a footer. */
function isSign({ text }: PptText): boolean {
  return text.trim() === '*';
}

function notesBySlide(document: Buffer, stored: StoredObject): ReadonlyMap<number, readonly PptText[]> {
  const notes = new Map<number, readonly PptText[]>();
  for (const { persist, texts } of slidesOf(document, 2)) {
    const container = stored(persist);
    const atom = container === undefined ? undefined : childOf(container.data, types.notesAtom);
    if (container === undefined || atom === undefined || atom.data.length < 4) continue;
    const all = [...texts];
    drawn(container.data, (text) => void all.push(text));
    notes.set(
      atom.data.readUInt32LE(0),
      all.filter((text) => !isSign(text)),
    );
  }
  return notes;
}

function linksOf(document: Buffer): ReadonlyMap<number, string> {
  const urls = new Map<number, string>();
  const objects = childOf(document, types.externalObjects);
  for (const link of objects === undefined ? [] : recordsIn(objects.data)) {
    if (link.type !== types.link) continue;
    let id = 0;
    let target: string | undefined;
    for (const { type, instance, data } of recordsIn(link.data)) {
      if (type === types.linkAtom && data.length >= 4) id = data.readUInt32LE(0);
      else if (type === types.string && instance === 1) target = data.toString('utf16le');
    }
    const href = documentLink(target);
    if (href !== undefined) urls.set(id, href);
  }
  return urls;
}
