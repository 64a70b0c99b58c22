import { append } from '../../../base/long-lists.ts';
import { pictureText } from '../base/drawing-text.ts';
import type { HtmlWriter } from '../base/html-writer.ts';
import { documentLink, relatedLink } from '../base/links.ts';
import { readXml, type XmlElement } from '../base/read-xml.ts';
import type { Relationship } from '../base/relationships.ts';
import type { Numbering } from './docx-numbering.ts';
import { headingOfOutline, isOn, type ParagraphStyle } from './docx-styles.ts';
import { fieldTracker } from './fields.ts';
import { type Paragraph, paragraphWriter, type TextRun } from './paragraph.ts';

/** What the text of a document is read with. */
export interface StoryContext {
  readonly html: HtmlWriter;
  readonly styleOf: (id: string) => ParagraphStyle;
  readonly numbering: Numbering;
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** Called where a chart or diagram of another part stands. */
  readonly drawing: (relationshipId: string) => void;
  /** Called where a document of another part is part of the text. */
  readonly chunk: (relationshipId: string) => void;
}

/** A paragraph that is being read, with what stands in boxes beside it. */
interface OpenParagraph extends Paragraph {
  readonly boxes: Paragraph[];
  numId?: string;
  level?: number;
  /** Its style hides it. */
  isHidden?: boolean;
}

/** Elements whose text is not of the document as it stands: deleted, moved away, or said a second time for old readers. */
const unseen = new Set(['del', 'moveFrom', 'Fallback', 'pPrChange', 'rPrChange', 'instrText', 'delText']);

/** Reads a story of a WordprocessingML document: its body, a header, its notes (ECMA-376 part 1, §17). */
export function readStory(source: string, context: StoryContext): void {
  const { html, relationships, styleOf } = context;
  const blocks = paragraphWriter(html);
  const open: OpenParagraph[] = [];
  const links: (string | undefined)[] = [];
  const fields = fieldTracker();
  let hidden = 0;
  let inText = false;
  let inInstruction = false;
  /** How the base of a ruby is read, which stands before it; undefined: it is not being read. */
  let reading: string | undefined;
  let isReading = false;
  /** Who made the comment that begins. */
  let author = '';
  /** Whether the run is marked as hidden (§17.3.2.41); undefined: its paragraph decides. */
  let isVanished: boolean | undefined;
  let inRun = false;
  let inRowProperties = false;
  /** Whether each open row was deleted. */
  const rows: boolean[] = [];
  /** What the picture or shape that is being described says and links to. */
  let described: TextRun | undefined;

  const say = (text: string): void => {
    if (hidden > 0 || (isVanished ?? open.at(-1)?.isHidden) || fields.inInstruction) return;
    if (isReading) {
      reading += text;
      return;
    }
    const href = links.findLast((one) => one !== undefined) ?? fields.href;
    open.at(-1)?.runs.push({ text, href });
  };

  function openElement({ name, qualified, attributes }: XmlElement): void {
    const { val = '' } = attributes;
    const paragraph = open.at(-1);
    if (name === 'tr') rows.push(false);
    else if (name === 'del' && inRowProperties) deleteRow();
    if (unseen.has(name)) hidden += 1;
    if (name === 'instrText') inInstruction = true;
    if (hidden > 0 && name !== 'instrText') return;
    if (name === 'p') openParagraph();
    else if (name === 'r') inRun = true;
    else if (name === 'vanish' && inRun) isVanished = isOn(val);
    else if (name === 'rStyle') isVanished = styleOf(val).isHidden;
    else if (name === 'trPr') inRowProperties = true;
    else if (name === 'comment') author = attributes.author ?? '';
    else if (name === 'rt') {
      reading = '';
      isReading = true;
    } else if (name === 'docPr') described = { text: pictureText(attributes) };
    else if (name === 'hlinkClick' && described !== undefined)
      described = { ...described, href: linkOf(attributes) };
    else if (qualified.startsWith('v:')) vectors(attributes);
    else if (name === 't') inText = true;
    else if (name === 'ptab' || (name === 'tab' && attributes.val === undefined)) say('\t');
    else if (name === 'br' || name === 'cr') say('\n');
    else if (name === 'noBreakHyphen') say('-');
    else if (name === 'sym') say(symbol(attributes.char));
    else if (name === 'hyperlink') openLink(linkOf(attributes));
    else if (name === 'fldSimple') {
      fields.begin();
      fields.instruct(attributes.instr ?? '');
      fields.separate();
    } else if (name === 'fldChar') fieldMark(attributes.fldCharType);
    else if (name === 'pStyle' && paragraph !== undefined) {
      const { heading, numId, level, isHidden } = styleOf(val);
      if (isHidden !== undefined) paragraph.isHidden = isHidden;
      if (heading !== undefined) paragraph.heading ??= heading;
      if (numId !== undefined) paragraph.numId ??= numId;
      if (level !== undefined) paragraph.level ??= level;
    } else if (name === 'outlineLvl' && paragraph !== undefined) paragraph.heading ??= headingOfOutline(val);
    else if (name === 'numId' && paragraph !== undefined) paragraph.numId = val;
    else if (name === 'ilvl' && paragraph !== undefined) paragraph.level = Number(val) || 0;
    else if (name === 'chart' || name === 'relIds') context.drawing(attributes.id ?? attributes.dm ?? '');
    else if (name === 'altChunk') {
      blocks.end();
      context.chunk(attributes.id ?? '');
    } else if (name === 'tbl' || name === 'tr' || name === 'tc') openTable(name);
  }

  function linkOf({ id = '' }: XmlElement['attributes']): string | undefined {
    return relatedLink(relationships.get(id));
  }

  /** A link may have no text: it stands on a picture. */
  function openLink(href: string | undefined): void {
    links.push(href);
    if (href !== undefined) say('');
  }

  function deleteRow(): void {
    if (rows.at(-1) !== false) return;
    rows[rows.length - 1] = true;
    hidden += 1;
  }

  function openParagraph(): void {
    open.push({ runs: author === '' ? [] : [{ text: `${author}: ` }], boxes: [] });
    author = '';
  }

  /** A text or link beside that of the paragraph. */
  function besides(run: TextRun): void {
    if (run.text !== '' || run.href !== undefined) open.at(-1)?.boxes.push({ runs: [run] });
  }

  /** A shape of VML (part 4, §19.1): what it says to those who do not see it, its link, its text along a path. */
  function vectors({ alt = '', href, string = '' }: XmlElement['attributes']): void {
    besides({ text: pictureText({ descr: alt }) || string, href: documentLink(href) });
  }

  function fieldMark(kind: string | undefined): void {
    if (kind === 'begin') fields.begin();
    else if (kind === 'separate') fields.separate();
    else if (kind === 'end') fields.end();
  }

  function openTable(name: 'tbl' | 'tr' | 'tc'): void {
    // A table in a text box inside of a paragraph is read as its paragraphs.
    if (open.length > 0) return;
    blocks.end();
    html.open({ tbl: 'table', tr: 'tr', tc: 'td' }[name]);
  }

  function closeElement(name: string): void {
    if (unseen.has(name) || (name === 'tr' && rows.pop() === true)) hidden = Math.max(0, hidden - 1);
    if (name === 'instrText') inInstruction = false;
    if (name === 'trPr') inRowProperties = false;
    if (hidden > 0) return;
    if (name === 't') inText = false;
    else if (name === 'r') {
      inRun = false;
      isVanished = undefined;
    } else if (name === 'docPr' && described !== undefined) {
      besides(described);
      described = undefined;
    } else if (name === 'hyperlink') links.pop();
    else if (name === 'fldSimple') fields.end();
    else if (name === 'p') closeParagraph();
    else if (name === 'rt') isReading = false;
    else if (name === 'rubyBase' && reading !== undefined) {
      if (reading !== '') say(`(${reading})`);
      reading = undefined;
    } else if (open.length === 0 && (name === 'tbl' || name === 'tr' || name === 'tc')) {
      blocks.end();
      html.close({ tbl: 'table', tr: 'tr', tc: 'td' }[name]);
    }
  }

  function closeParagraph(): void {
    const paragraph = open.pop();
    if (paragraph === undefined) return;
    number(paragraph, context.numbering);
    const outer = open.at(-1);
    if (outer !== undefined) {
      outer.boxes.push(paragraph);
      append(outer.boxes, paragraph.boxes);
      return;
    }
    for (const one of [paragraph, ...paragraph.boxes]) blocks.write(one);
  }

  readXml(source, {
    open: openElement,
    close: closeElement,
    text(text) {
      if (inInstruction) fields.instruct(text);
      else if (inText) say(text);
    },
    isDone: () => html.isFull,
  });
  blocks.end();
}

function number(paragraph: OpenParagraph, numbering: Numbering): void {
  if (paragraph.numId === undefined || paragraph.numId === '0') return;
  const label = numbering.label(paragraph.numId, paragraph.level ?? 0);
  if (label === undefined) paragraph.isItem = true;
  else paragraph.label = label;
}

/** A character of a symbol font: those of the private use area have their meaning from the font, and say nothing without. */
function symbol(char = ''): string {
  const code = Number.parseInt(char, 16);
  return code > 0x20 && code < 0xd800 ? String.fromCharCode(code) : ' ';
}
