import { getDocumentProxy } from 'unpdf';
import { converted, type DocumentHead, htmlWriter } from '../base/html-writer.ts';
import { documentLink } from '../base/links.ts';
import { type Converter, Unreadable } from '../converter.ts';
import type { PdfItem } from './pdf-item.ts';
import { linesOf, type PdfLine, type PdfLink } from './pdf-lines.ts';
import { bodySize, writeParagraphs } from './pdf-paragraphs.ts';
import { type PdfTurn, turnOf } from './pdf-turn.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

interface ReadPage {
  readonly lines: readonly PdfLine[];
  /** Links that no text stands on. */
  readonly bare: readonly PdfLink[];
  /** What fields and notes of the page say. */
  readonly notes: readonly string[];
}

/** Portable Document Format (ISO 32000): pages in their order, larger lines as headings, links, fields and notes. */
export const convertPdf: Converter = async ({ body }, limits) => {
  const document = await open(body);
  try {
    const pages: ReadPage[] = [];
    let room = limits.maxHtml;
    const count = Math.min(document.numPages, limits.maxPages);
    for (let number = 1; number <= count && room > 0; number++) {
      const page = await readPage(document, number);
      for (const { length } of page.lines) room -= length;
      pages.push(page);
    }
    const html = htmlWriter(limits.maxHtml);
    const body = bodySize(pages.map(({ lines }) => lines));
    for (const { lines, bare, notes } of pages) {
      html.open('section');
      writeParagraphs(html, lines, body);
      for (const note of notes) html.element('p', note);
      for (const { href } of bare) {
        html.open('a', { href });
        html.close('a');
      }
      html.close('section');
    }
    return converted(html, await headOf(document), {
      parts: { unit: 'page', count: document.numPages },
      ...(pages.length < document.numPages ? { cut: 'pages' } : {}),
    });
  } finally {
    await document.cleanup().catch(() => undefined);
    await document.loadingTask.destroy();
  }
};

async function open(body: Uint8Array): Promise<PdfDocument> {
  try {
    // The library keeps the bytes that it gets to itself.
    return await getDocumentProxy(new Uint8Array(body), {
      verbosity: 0,
      stopAtErrors: false,
      enableXfa: false,
    });
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'PasswordException') throw new Unreadable('encrypted', 'it needs a password');
    throw new Unreadable(hasEnd(body) ? 'damaged' : 'truncated', message);
  }
}

function hasEnd(body: Uint8Array): boolean {
  return Buffer.from(body.subarray(-2_048)).includes('%%EOF');
}

/** A page that cannot be read has no text; the others do. */
async function readPage(document: PdfDocument, number: number): Promise<ReadPage> {
  try {
    const page = await document.getPage(number);
    const { links: placed, notes } = readAnnotations(await page.getAnnotations());
    const { items } = await page.getTextContent();
    const texts = items.filter((item) => 'str' in item);
    const turn = turnOf(texts);
    const links = placed.map((link) => turn.place(link));
    const bare = new Set(links);
    const lines = linesOf(
      texts.map((text) => itemOf(text, turn)),
      links,
      (link) => bare.delete(link),
    );
    page.cleanup();
    return { lines, bare: [...bare], notes };
  } catch {
    return { lines: [], bare: [], notes: [] };
  }
}

type Content = Awaited<ReturnType<PdfPage['getTextContent']>>['items'][number];

function itemOf(item: Extract<Content, { readonly str: string }>, turn: PdfTurn): PdfItem {
  const [a = 0, b = 0, c = 0, d = 0, left = 0, bottom = 0] = item.transform as number[];
  const size = Math.hypot(c, d) || Math.hypot(a, b);
  const [x, y] = turn.point(left, bottom);
  return { text: item.str, x, y, width: item.width, size, endsLine: item.hasEOL };
}

/** Annotations of a page that are looked at. */
const maxAnnotations = 2_000;

/** What the library says of an annotation (ISO 32000-1 §12.5), as far as it is looked at. */
interface Annotation {
  readonly subtype?: string;
  readonly url?: string;
  readonly unsafeUrl?: string;
  readonly rect?: readonly number[];
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  /** What can be chosen in a field. */
  readonly options?: readonly { readonly exportValue?: string; readonly displayValue?: string }[];
  readonly alternativeText?: string;
  /** Who made it. */
  readonly titleObj?: { readonly str?: string };
  readonly contentsObj?: { readonly str?: string };
}

/** Links of a page, and what its fields and notes say. */
function readAnnotations(annotations: readonly Annotation[]): {
  readonly links: readonly PdfLink[];
  readonly notes: readonly string[];
} {
  const links: PdfLink[] = [];
  const notes: string[] = [];
  for (const one of annotations.slice(0, maxAnnotations)) {
    const href = documentLink(one.url ?? one.unsafeUrl);
    const [left = 0, bottom = 0, right = 0, top = 0] = one.rect ?? [];
    if (one.subtype === 'Link' && href !== undefined) links.push({ href, left, bottom, right, top });
    const said = one.subtype === 'Widget' ? fieldText(one) : noteText(one);
    if (said !== '') notes.push(said);
  }
  return { links, notes };
}

function fieldText({ fieldName, fieldType, fieldValue, options, alternativeText }: Annotation): string {
  if (fieldType === 'Btn') return '';
  const values = [fieldValue].flat().filter((value) => typeof value === 'string');
  const shown = values.map(
    (value) => options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
  );
  return labelled(alternativeText || fieldName || '', shown.join(', '));
}

/** The window of a note says what the note says. */
function noteText({ subtype, titleObj, contentsObj }: Annotation): string {
  return subtype === 'Link' || subtype === 'Popup'
    ? ''
    : labelled(titleObj?.str ?? '', contentsObj?.str ?? '');
}

function labelled(label: string, text: string): string {
  return text.trim() === '' || label.trim() === '' ? text.trim() : `${label}: ${text}`;
}

async function headOf(document: PdfDocument): Promise<DocumentHead> {
  const { info, metadata } = await document.getMetadata().catch(() => ({ info: {}, metadata: null }));
  const said = (name: string): string | undefined => {
    const value = (info as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  const xmp = (name: string): string | undefined => {
    const value: unknown = metadata?.get(name);
    if (Array.isArray(value)) return value.join(', ');
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  return {
    title: said('Title') ?? xmp('dc:title'),
    language: said('Language'),
    metadata: {
      author: xmp('dc:creator') ?? said('Author'),
      description: xmp('dc:description'),
      subject: said('Subject'),
      keywords: said('Keywords'),
      date: dateOf(said('CreationDate')),
      modified: dateOf(said('ModDate')),
    },
  };
}

/** `D:20110824090747-07'00'` (ISO 32000-1 §7.9.4) as a day. */
function dateOf(said: string | undefined): string | undefined {
  const match = /^D:(\d{4})(\d{2})(\d{2})/.exec(said ?? '');
  return match === null ? undefined : `${match[1]}-${match[2]}-${match[3]}`;
}
