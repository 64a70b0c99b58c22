import { pictureText } from '../base/drawing-text.ts';
import type { HtmlWriter } from '../base/html-writer.ts';
import { relatedLink } from '../base/links.ts';
import { readXml, type XmlElement } from '../base/read-xml.ts';
import type { Relationship } from '../base/relationships.ts';
import { type Paragraph, paragraphWriter } from '../word/paragraph.ts';

export interface SlideContext {
  readonly html: HtmlWriter;
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** Called where a chart or diagram of another part stands. */
  readonly drawing: (relationshipId: string) => void;
  /**
   * Whether a paragraph is written.
   * @param placeholder type of the placeholder that it stands in; empty: none
   */
  readonly isShown: (placeholder: string, text: string) => boolean;
}

const shapes: ReadonlySet<string> = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp']);

/** Reads the shapes of a slide or of its notes (PresentationML, ECMA-376 part 1, §19): titles, paragraphs, tables. */
export function readSlide(source: string, context: SlideContext): void {
  const { html, relationships } = context;
  const blocks = paragraphWriter(html);
  let paragraph: Paragraph | undefined;
  let placeholder = '';
  let picture = '';
  /** Where a click on the shape leads to, until something of it has said so. */
  let shapeHref: string | undefined;
  let inText = false;
  let inField = false;
  let href: string | undefined;
  let fallback = 0;

  function open({ name, attributes }: XmlElement): void {
    if (name === 'Fallback') fallback += 1;
    if (fallback > 0) return;
    if (shapes.has(name)) {
      placeholder = '';
      shapeHref = undefined;
    } else if (name === 'cNvPr') picture = pictureText(attributes);
    else if (name === 'ph') placeholder = attributes.type ?? 'body';
    else if (name === 'p') paragraph = { runs: [] };
    else if (name === 'r') href = undefined;
    else if (name === 'hlinkClick') openLink(relatedLink(relationships.get(attributes.id ?? '')));
    else if (name === 't') inText = true;
    else if (name === 'fld') inField = attributes.type === 'slidenum';
    else if (name === 'br') paragraph?.runs.push({ text: '\n' });
    else if (name === 'buChar' && paragraph !== undefined) paragraph.isItem = true;
    else if (name === 'chart') context.drawing(attributes.id ?? '');
    else if (name === 'relIds') context.drawing(attributes.dm ?? '');
    else if (name === 'tbl' || name === 'tr' || name === 'tc') {
      blocks.end();
      html.open({ tbl: 'table', tr: 'tr', tc: 'td' }[name]);
    }
  }

  function openLink(target: string | undefined): void {
    if (paragraph === undefined) shapeHref = target;
    else href = target;
  }

  function say(text: string): void {
    paragraph?.runs.push({ text, href: href ?? shapeHref });
  }

  function describe(): void {
    if (picture === '') return;
    write({ runs: [{ text: picture, href: shapeHref }] });
    picture = '';
  }

  function write(one: Paragraph): void {
    const text = one.runs.map((run) => run.text).join('');
    if (text.trim() !== '') shapeHref = undefined;
    if (context.isShown(placeholder, text)) blocks.write(one);
  }

  function close(name: string): void {
    if (name === 'Fallback') fallback = Math.max(0, fallback - 1);
    if (fallback > 0) return;
    if (name === 't') inText = false;
    // What it is a placeholder for is known by now.
    else if (/^nv(?:Sp|Pic|GraphicFrame|GrpSp)Pr$/.test(name)) describe();
    else if (name === 'fld') inField = false;
    else if (name === 'r') href = undefined;
    else if (name === 'p' && paragraph !== undefined) {
      const isTitle = placeholder === 'title' || placeholder === 'ctrTitle';
      write({ ...paragraph, heading: isTitle ? 2 : undefined });
      paragraph = undefined;
    } else if (shapes.has(name) && shapeHref !== undefined) write({ runs: [{ text: '', href: shapeHref }] });
    else if (name === 'tbl' || name === 'tr' || name === 'tc') {
      blocks.end();
      html.close({ tbl: 'table', tr: 'tr', tc: 'td' }[name]);
    }
  }

  readXml(source, {
    open,
    close,
    text(text) {
      if (inText && !inField && fallback === 0) say(text);
    },
    isDone: () => html.isFull,
  });
  blocks.end();
}
