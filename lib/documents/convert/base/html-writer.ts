import { byName } from '../../../base/by-name.ts';
import type { ConvertedDocument } from '../converter.ts';

/** Writes the HTML of a document that is converted, up to a limit. Elements nest as they are opened; what is open at the end is closed. */
export interface HtmlWriter {
  open(name: string, attributes?: Readonly<Record<string, string | undefined>>): void;
  /** Closes the nearest open element of that name, and those inside it; none: nothing. */
  close(name: string): void;
  /** Appends text; a line feed in it becomes a line break. */
  text(text: string): void;
  /** An element with a text; none where the text is blank. */
  element(name: string, text: string, attributes?: Readonly<Record<string, string | undefined>>): void;
  /** An element without content. */
  empty(name: string): void;
  /** Whether the limit is reached: what is written from now on is lost. */
  readonly isFull: boolean;
  /** Whether nothing but elements was written so far. */
  readonly hasText: boolean;
  /** The whole document. */
  document(head?: DocumentHead): string;
}

export interface DocumentHead {
  readonly title?: string | undefined;
  readonly language?: string | undefined;
  /** `meta` elements by name. */
  readonly metadata?: Readonly<Record<string, string | undefined>>;
}

/** Elements that a document may have open at a time; deeper ones are left out, their text is not. */
const maxOpen = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: those that HTML cannot hold.
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities = byName({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/** As text or the value of an attribute of HTML; control characters, which HTML cannot hold, are spaces. */
export function escapeHtml(text: string): string {
  return text.replace(special, (found) => entities.get(found) ?? ' ');
}

/** @param maxHtml UTF-16 units, the head left out */
export function htmlWriter(maxHtml: number): HtmlWriter {
  const parts: string[] = [];
  const open: string[] = [];
  let length = 0;
  let isFull = false;
  let hasText = false;
  /** Open elements that were left out because they nest too deep. */
  let left = 0;

  /** @param closing UTF-16 units that will follow for certain */
  function write(html: string, closing = 0): boolean {
    if (isFull || length + html.length + closing > maxHtml) {
      isFull = true;
      return false;
    }
    parts.push(html);
    length += html.length + closing;
    return true;
  }

  function writeText(text: string): void {
    if (text === '') return;
    hasText ||= /\S/.test(text);
    const html = escapeHtml(text).replace(/\r\n?|\n/g, '<br>');
    if (isFull || write(html)) return;
    const room = Math.max(0, maxHtml - length);
    // A text that is cut off ends before a half character or entity.
    parts.push(html.slice(0, room).replace(/(?:&[^;]{0,6}|<[^>]{0,4}|[\ud800-\udbff])$/, ''));
    length = maxHtml;
  }

  function start(name: string, attributes: Readonly<Record<string, string | undefined>> = {}): string {
    const written = Object.entries(attributes).map(([key, value]) =>
      value === undefined ? '' : ` ${key}="${escapeHtml(value)}"`,
    );
    return `<${name}${written.join('')}>`;
  }

  return {
    open(name, attributes) {
      if (open.length >= maxOpen) left += 1;
      else if (write(start(name, attributes), name.length + 3)) open.push(name);
    },
    close(name) {
      if (left > 0) {
        left -= 1;
        return;
      }
      const at = open.lastIndexOf(name);
      if (at < 0) return;
      for (const inner of open.splice(at).reverse()) parts.push(`</${inner}>`);
    },
    text: writeText,
    element(name, text, attributes) {
      if (text.trim() === '') return;
      if (!write(start(name, attributes), name.length + 3)) return;
      writeText(text);
      parts.push(`</${name}>`);
    },
    empty(name) {
      write(`<${name}>`);
    },
    get isFull() {
      return isFull;
    },
    get hasText() {
      return hasText;
    },
    document(head = {}) {
      const closing = open.toReversed().map((name) => `</${name}>`);
      return `${headOf(head)}<body>${parts.join('')}${closing.join('')}</body></html>`;
    },
  };
}

/** Characters of a field of the head: what is longer is no title and no description. */
const maxField = 2_000;

function headOf({ title = '', language, metadata = {} }: DocumentHead): string {
  const lang = language === undefined || !/^[\w-]{2,35}$/.test(language) ? '' : ` lang="${language}"`;
  const written = Object.entries(metadata)
    .filter(([, value]) => value !== undefined && value.trim() !== '')
    .map(([name, value = '']) => `<meta name="${escapeHtml(name)}" content="${field(value)}">`);
  const named = title.trim() === '' ? '' : `<title>${field(title)}</title>`;
  return `<!DOCTYPE html><html${lang}><head><meta charset="utf-8">${named}${written.join('')}</head>`;
}

function field(value: string): string {
  return escapeHtml(value.slice(0, maxField).replace(/\s+/g, ' ').trim());
}

/** What a converter gives back of what it wrote. How many parts there are, and what was left out, stands among the metadata: `pages`, `cut`. */
export function converted(
  writer: HtmlWriter,
  head: DocumentHead,
  rest: Pick<ConvertedDocument, 'parts' | 'cut'> = {},
): ConvertedDocument {
  const cut = writer.isFull ? 'html' : rest.cut;
  const counted = rest.parts === undefined ? {} : { [`${rest.parts.unit}s`]: String(rest.parts.count) };
  return {
    kind: 'converted',
    html: writer.document({ ...head, metadata: { ...head.metadata, ...counted, cut } }),
    ...(rest.parts === undefined ? {} : { parts: rest.parts }),
    ...(cut === undefined ? {} : { cut }),
  };
}
