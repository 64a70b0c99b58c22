import { readProperties } from '../base/core-properties.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { type DocumentPackage, openPackage } from '../base/open-package.ts';
import { type ConvertedDocument, type Converter, type PartUnit, Unreadable } from '../converter.ts';
import { readOdfStyles } from './odf-styles.ts';
import { readOdf } from './odf-text.ts';

/** Embedded objects that are read, those in them are not. */
const maxObjects = 50;

/** Texts of OpenDocument, and of OpenOffice.org 1, whose elements have the same names. */
export const convertOdt: Converter = (request, limits) => convert(request, limits, undefined);

export const convertOds: Converter = (request, limits) => convert(request, limits, 'sheet');

export const convertOdp: Converter = (request, limits) => convert(request, limits, 'slide');

function convert(
  { body }: Parameters<Converter>[0],
  limits: Parameters<Converter>[1],
  unit: PartUnit | undefined,
): ConvertedDocument {
  const parts = openPackage(body, limits);
  if (!parts.has('content.xml')) throw new Unreadable('damaged', 'it has no part content.xml');
  if (isEncrypted(parts)) throw new Unreadable('encrypted', 'its content is encrypted');
  const html = htmlWriter(limits.maxHtml);
  const objects = new Set<string>();
  const [content, common] = [parts.text('content.xml'), parts.text('styles.xml')];
  const context = { html, maxParts: limits.maxPages, styles: readOdfStyles([common, content]) };
  const embedded = (name: string): void => {
    if (objects.size >= maxObjects || objects.has(name)) return;
    objects.add(name);
    readOdf(parts.text(`${name}/content.xml`), context);
  };
  const read = readOdf(content, { ...context, embedded });
  // Headers and footers stand in the master pages of the styles.
  const masters = masterPages(common);
  if (masters !== '') {
    html.open('footer');
    readOdf(masters, context);
    html.close('footer');
  }
  const meta = parts.text('meta.xml');
  const count = unit === undefined ? pagesOf(meta) : read.parts;
  const cut = read.cut ? 'pages' : parts.more ? 'parts' : undefined;
  return converted(html, readProperties(meta), {
    ...(count === undefined || count === 0 ? {} : { parts: { unit: unit ?? 'page', count } }),
    ...(cut === undefined ? {} : { cut }),
  });
}

/** The manifest names how each part is encrypted (ODF 1.3 part 2, §3.8). */
function isEncrypted(parts: DocumentPackage): boolean {
  return /<(?:\w+:)?encryption-data\b/.test(parts.text('META-INF/manifest.xml'));
}

function masterPages(styles: string): string {
  const start = styles.indexOf('<office:master-styles');
  const end = styles.indexOf('</office:master-styles>', start);
  return start < 0 ? '' : styles.slice(start, end < 0 ? styles.length : end);
}

function pagesOf(meta: string): number | undefined {
  const count = /\bpage-count="(\d{1,6})"/.exec(meta)?.[1];
  return count === undefined ? undefined : Number(count);
}
