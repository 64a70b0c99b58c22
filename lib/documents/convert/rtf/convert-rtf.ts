import { decodePage } from '../base/code-pages.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { type LightConverter, Unreadable } from '../converter.ts';
import { fieldTracker } from '../word/fields.ts';
import {
  characterOf,
  codePageOfCharset,
  type Destination,
  destinationOf,
  infoNames,
  mustComeFirst,
  pages,
  readProperties,
} from './destinations.ts';
import { rtfWriter } from './rtf-writer.ts';
import { readTokens } from './tokens.ts';

/** What holds in a group, and ends with it. */
interface GroupState {
  destination: Destination;
  font: number;
  /** Characters that stand for those who read no Unicode, behind each that is. */
  fallback: number;
  hidden: boolean;
  inTable: boolean;
  heading: number | undefined;
  /** The field of the information group that its text is. */
  field: string;
  /** It began a field, its instruction, or its result. */
  role: 'field' | 'instruction' | 'label' | 'note' | undefined;
}

/** What is read for no one. */
const silent: ReadonlySet<Destination> = new Set<Destination>(['skip', 'ansi', 'fonts']);

/** Groups inside each other whose state is kept; deeper ones share the innermost. */
const maxGroups = 500;

/** Characters of a title or another field. */
const maxField = 2_000;

/** Rich Text Format (1.9.1): paragraphs, tables, notes, links; text in code pages and in Unicode. */
export const convertRtf: LightConverter = ({ body }, limits) => {
  const source = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const [before] = /^(?:\xef\xbb\xbf)?\s*(?=\{\\rtf)/.exec(source) ?? [];
  if (before === undefined) throw new Unreadable('damaged', 'it does not begin as RTF does');
  const html = htmlWriter(limits.maxHtml);
  const reader = rtfReader(html);
  readTokens(source.slice(before.length), reader, () => html.isFull);
  return converted(html, reader.end());
};

/** Negative numbers stand for the upper half of what 16 bits hold. */
function characterOfCode(code: number): string {
  return code > 0xffff && code <= 0x10_ffff ? String.fromCodePoint(code) : String.fromCharCode(code & 0xffff);
}

function rtfReader(html: ReturnType<typeof htmlWriter>) {
  const writer = rtfWriter(html);
  const fields = fieldTracker();
  const fontPages = new Map<number, number>();
  const styles = new Map<number, number>();
  const info: Record<string, string> = {};
  const groups: GroupState[] = [];
  let beyond = 0;
  let state: GroupState = {
    destination: 'text',
    font: 0,
    fallback: 1,
    hidden: false,
    inTable: false,
    heading: undefined,
    field: '',
    role: undefined,
  };
  let page = 1252;
  let defaultFont = 0;
  /** Bytes of text that are not decoded yet: a character may be two of them. */
  let pending = '';
  let skip = 0;
  let label = '';
  let styleNumber = 0;
  let author = '';
  let shapeProperty = '';
  let isOptional = false;
  /** Nothing of the group was read yet. */
  let isFirst = false;

  function flushBytes(): void {
    if (pending === '') return;
    const bytes = Buffer.from(pending, 'latin1');
    pending = '';
    emit(decodePage(bytes, fontPages.get(state.font) ?? page));
  }

  function bytes(text: string): void {
    isFirst = false;
    const seen = skip > 0 ? text.slice(skip) : text;
    skip = Math.max(0, skip - text.length);
    pending += seen;
  }

  function emit(text: string): void {
    if (silent.has(state.destination)) return;
    if (state.destination === 'instruction') fields.instruct(text);
    else if (state.destination === 'label') label += text;
    else if (state.destination === 'author') author = (author + text).slice(0, maxField);
    else if (state.destination === 'styles') nameStyle(text);
    else if (state.destination === 'property') shapeProperty = (shapeProperty + text).slice(0, maxField);
    else if (state.destination === 'info') {
      const { field } = state;
      if (field !== '') info[field] = ((info[field] ?? '') + text).slice(0, maxField);
    } else if (!state.hidden && !fields.inInstruction) writer.say(text, fields.href);
  }

  function nameStyle(text: string): void {
    const level = /^\s*heading ([1-9])/i.exec(text)?.[1];
    if (level !== undefined) styles.set(styleNumber, Math.min(6, Number(level)));
  }

  function beginNote(): void {
    state.role = 'note';
    writer.openNote();
  }

  function begin(destination: Destination, word: string): void {
    state.destination = destination;
    if (destination === 'label') {
      state.role = 'label';
      label = '';
    } else if (destination === 'instruction') {
      state.role = 'instruction';
    } else if (word === 'field') {
      state.role = 'field';
      fields.begin();
    } else if (word === 'fldrslt') fields.separate();
    else if (destination === 'author') author = '';
    else if (destination === 'property') shapeProperty = '';
    else if (destination === 'value') {
      if (readProperties.has(shapeProperty.trim())) beginNote();
      else state.destination = 'skip';
    } else if (/^(?:footnote|annotation|shptxt|dptxbxtext|header|footer)/.test(word)) {
      beginNote();
      if (word === 'annotation' && author !== '') writer.say(`${author}: `, undefined);
      if (word === 'annotation') author = '';
    }
  }

  return {
    openGroup() {
      flushBytes();
      isOptional = false;
      isFirst = true;
      if (groups.length >= maxGroups) {
        beyond += 1;
        return;
      }
      groups.push(state);
      state = { ...state, role: undefined };
    },
    closeGroup() {
      flushBytes();
      isFirst = false;
      if (beyond > 0) {
        beyond -= 1;
        return;
      }
      if (state.role === 'field') fields.end();
      if (state.role === 'note') writer.closeNote();
      skip = 0;
      if (state.role === 'label' && label !== '') writer.label(label);
      state = groups.pop() ?? state;
    },
    bytes,
    control(word: string, parameter: number | undefined) {
      if (word === "'") {
        if (skip > 0) skip -= 1;
        else pending += String.fromCharCode(parameter ?? 0);
        return;
      }
      // The second byte of a character may be one of these.
      if (word === '\\' || word === '{' || word === '}') {
        bytes(word);
        return;
      }
      flushBytes();
      skip = 0;
      if (word === '*') {
        isOptional = true;
        return;
      }
      const wasFirst = isFirst;
      isFirst = false;
      const destination = wasFirst || !mustComeFirst(word) ? destinationOf(word) : undefined;
      if (destination !== undefined && state.destination !== 'skip') {
        begin(destination, word);
      } else if (isOptional && wasFirst) state.destination = 'skip';
      isOptional = false;
      if (word === 'u') {
        emit(characterOfCode(parameter ?? 0));
        skip = state.fallback;
      } else if (characterOf.has(word)) emit(characterOf.get(word) as string);
      else property(word, parameter);
    },
    end() {
      flushBytes();
      writer.endParagraph({ inTable: state.inTable, heading: state.heading });
      const { title, ...metadata } = info;
      return { title, metadata };
    },
  };

  function property(word: string, parameter: number | undefined): void {
    const seen = state.destination === 'text';
    if (word === 'f') state.font = parameter ?? 0;
    else if (word === 'plain') {
      state.hidden = false;
      state.font = defaultFont;
    } else if (word === 'uc') state.fallback = Math.min(100, Math.max(0, parameter ?? 1));
    else if (word === 'v' || word === 'deleted') state.hidden = parameter !== 0;
    else if (word === 'ansicpg' && (parameter ?? 0) > 0) page = parameter ?? 1252;
    else if (pages.has(word)) page = pages.get(word) ?? page;
    else if (word === 'deff') defaultFont = parameter ?? 0;
    else if (word === 'fcharset' && state.destination === 'fonts') {
      const known = codePageOfCharset[parameter ?? 0];
      if (known !== undefined) fontPages.set(state.font, known);
    } else if (word === 'cpg' && state.destination === 'fonts') fontPages.set(state.font, parameter ?? 1252);
    else if (word === 's') {
      styleNumber = parameter ?? 0;
      if (seen) state.heading = styles.get(styleNumber);
    } else if (word === 'outlinelevel' && seen)
      state.heading = (parameter ?? 9) < 9 ? (parameter ?? 0) + 1 : undefined;
    else if (infoNames.has(word) && state.destination === 'info') state.field = infoNames.get(word) as string;
    else if (word === 'pard') {
      state.inTable = false;
      state.heading = undefined;
    } else if (word === 'intbl') state.inTable = true;
    else if (seen) boundary(word);
  }

  function boundary(word: string): void {
    const { inTable, heading } = state;
    if (word === 'par' || word === '\n' || word === 'sect' || word === 'page' || word === 'nestcell') {
      writer.endParagraph({ inTable, heading });
    } else if (word === 'cell') writer.endCell(heading);
    else if (word === 'row') writer.endRow();
  }
}
