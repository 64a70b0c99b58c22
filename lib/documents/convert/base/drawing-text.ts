import type { HtmlWriter } from './html-writer.ts';
import { relatedLink } from './links.ts';
import type { DocumentPackage } from './open-package.ts';
import { readXml, type XmlElement } from './read-xml.ts';
import { relatedParts, relationshipsOf } from './relationships.ts';

/**
 * The text of a chart or diagram (DrawingML, ECMA-376 part 1, §21): paragraphs of its titles, alternatives of its pictures, and the cached names and categories of its
 * series, each series' values in a row.
 */
export function drawingText(
  html: HtmlWriter,
  source: string,
  linkOf: (relationshipId: string) => string | undefined = () => undefined,
): void {
  let text = '';
  let inText = false;
  let areNumbers = false;
  const values: string[] = [];
  const end = (): void => {
    html.element('p', text);
    text = '';
  };
  readXml(source, {
    open({ name, attributes }) {
      inText = name === 't' || name === 'v';
      if (name === 'cNvPr') html.element('p', pictureText(attributes));
      else if (name === 'numCache' || name === 'numLit') areNumbers = true;
      else if (name === 'hlinkClick') writeLink(html, linkOf(attributes.id ?? ''));
    },
    text(part) {
      if (inText) text += part;
    },
    close(name) {
      inText = false;
      if (name === 'p') end();
      else if (name === 'v') {
        values.push(areNumbers ? shownNumber(text) : text);
        text = '';
      } else if (name === 'strCache' || name === 'numCache' || name === 'strLit' || name === 'numLit') {
        html.element('p', values.splice(0).join(' '));
        areNumbers = false;
      }
    },
    isDone: () => html.isFull,
  });
  end();
}

/** With the fifteen digits that a spreadsheet shows. */
function shownNumber(text: string): string {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : String(Number(number.toPrecision(15)));
}

function writeLink(html: HtmlWriter, href: string | undefined): void {
  if (href === undefined) return;
  html.open('a', { href });
  html.close('a');
}

/** A name of a file is none that people wrote for those who do not see the picture. */
const fileName = /^\S+\.(?:jpe?g|png|gif|bmp|tiff?|[ew]mf|svg|webp)$/i;

/** What a picture or shape says to those who do not see it (`docPr`, `cNvPr`); empty: nothing. */
export function pictureText({ descr = '', title = '' }: XmlElement['attributes']): string {
  const said = (descr.trim() || title).trim();
  return fileName.test(said) ? '' : said;
}

/** The text of a drawing of a sheet, and of the charts and diagrams in it. */
export function readDrawing(parts: DocumentPackage, part: string, html: HtmlWriter): void {
  const its = relationshipsOf(parts, part);
  drawingText(html, parts.text(part), (id) => relatedLink(its.get(id)));
  for (const type of ['chart', 'diagramdata']) {
    for (const related of relatedParts(its, type)) drawingText(html, parts.text(related));
  }
}
