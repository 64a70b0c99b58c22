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
  /** Placeholders whose text is left out, by type. */
  readonly without: ReadonlySet<string>;
}

/** Reads the shapes of a slide or of its notes (PresentationML, ECMA-376 part 1, §19): titles, paragraphs, tables. */
export function readSlide(source: string, context: SlideContext): void {
  const { html, relationships } = context;
  const blocks = paragraphWriter(html);
  let paragraph: Paragraph | undefined;
  let placeholder = '';
  let inText = false;
  let inField = false;
  let href: string | undefined;
  let fallback = 0;

  function open({ name, attributes }: XmlElement): void {
    if (name === 'Fallback') fallback += 1;
    if (fallback > 0) return;
    if (name === 'sp') placeholder = '';
    else if (name === 'ph') placeholder = attributes.type ?? 'body';
    else if (name === 'p') paragraph = { runs: [] };
    else if (name === 'r') href = undefined;
    else if (name === 'hlinkClick') href = relatedLink(relationships.get(attributes.id ?? ''));
    else if (name === 't') inText = true;
    else if (name === 'fld') inField = /^(?:slidenum|datetime)/.test(attributes.type ?? '');
    else if (name === 'br') paragraph?.runs.push({ text: '\n' });
    else if (name === 'buChar' && paragraph !== undefined) paragraph.isItem = true;
    else if (name === 'chart') context.drawing(attributes.id ?? '');
    else if (name === 'relIds') context.drawing(attributes.dm ?? '');
    else if (name === 'tbl' || name === 'tr' || name === 'tc') {
      blocks.end();
      html.open({ tbl: 'table', tr: 'tr', tc: 'td' }[name]);
    }
  }

  function close(name: string): void {
    if (name === 'Fallback') fallback = Math.max(0, fallback - 1);
    if (fallback > 0) return;
    if (name === 't') inText = false;
    else if (name === 'fld') inField = false;
    else if (name === 'r') href = undefined;
    else if (name === 'p' && paragraph !== undefined) {
      const isTitle = placeholder === 'title' || placeholder === 'ctrTitle';
      if (!context.without.has(placeholder)) blocks.write({ ...paragraph, heading: isTitle ? 2 : undefined });
      paragraph = undefined;
    } else if (name === 'tbl' || name === 'tr' || name === 'tc') {
      blocks.end();
      html.close({ tbl: 'table', tr: 'tr', tc: 'td' }[name]);
    }
  }

  readXml(source, {
    open,
    close,
    text(text) {
      if (inText && !inField && fallback === 0) paragraph?.runs.push({ text, href });
    },
    isDone: () => html.isFull,
  });
  blocks.end();
}
