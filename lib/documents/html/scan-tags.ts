import { type EntityHandler, entityReader } from '../../base/html/entities.ts';
import { rawElements, rawWithReferences } from './elements.ts';

/**
 * What is told of the tags and texts of a page, in document order, as ranges of its source. Attributes are told
 * between `openTag` and `openTagEnd`, a value in pieces: ranges and decoded characters.
 */
export interface TagHandler extends EntityHandler {
  /** @returns whether its attributes are wanted */
  openTag(start: number, end: number): boolean;
  attribute(start: number, end: number): void;
  attributeEnd(): void;
  /** @param end behind the tag */
  openTagEnd(selfClosing: boolean, end: number): void;
  closeTag(start: number, end: number): void;
  /** Whether tags are read in an element whose content is text by the standard; absent: in none. */
  hasTags?(start: number, end: number): boolean;
}

/**
 * Tokenizes HTML as the HTML standard says (§13.2.5), in one pass that leaps from `<` to `<`. What it leaves out:
 * CDATA is the same everywhere.
 * Total: any string is a page. Linear in its length.
 */
export function scanTags(html: string, handler: TagHandler): void {
  const entities = entityReader(html, handler);
  const { length } = html;
  const cdataEnd = nextOf(html, ']]>');
  const commentEnd = nextOf(html, '-->');
  const bangEnd = nextOf(html, '--!>');
  let textStart = 0;
  let at = 0;
  /** Of the tag whose attributes were read last. */
  let isSelfClosing = false;
  for (;;) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    const code = html.charCodeAt(open + 1);
    if (isLetter(code)) {
      entities.text(textStart, open);
      at = openTag(open + 1);
    } else if (code === slash && open + 2 < length) {
      entities.text(textStart, open);
      at = isLetter(html.charCodeAt(open + 2)) ? closeTag(open + 2) : after('>', open + 2);
    } else if (code === exclamation || code === question) {
      entities.text(textStart, open);
      at = code === question ? after('>', open + 2) : markedUp(open);
    } else {
      at = open + 1;
      continue;
    }
    textStart = at;
  }
  entities.text(textStart, length);

  /** Behind the next `mark`, or the end. */
  function after(mark: string, from: number): number {
    const found = html.indexOf(mark, from);
    return found < 0 ? length : found + mark.length;
  }

  /** A comment, CDATA or declaration that starts at `open`. */
  function markedUp(open: number): number {
    if (html.startsWith('--', open + 2)) return comment(open + 4);
    if (html.startsWith('[CDATA[', open + 2)) {
      const end = cdataEnd(open + 9);
      if (end < length) return end + 3;
    }
    return after('>', open + 2);
  }

  function comment(start: number): number {
    if (html.startsWith('>', start)) return start + 1;
    if (html.startsWith('->', start)) return start + 2;
    const end = commentEnd(start);
    const bang = bangEnd(start);
    return Math.min(bang < end ? bang + 4 : end + 3, length);
  }

  function closeTag(start: number): number {
    const end = nameEnd(start);
    const over = attributes(end, false);
    if (over < 0) return length;
    handler.closeTag(start, end);
    return over;
  }

  function openTag(start: number): number {
    const end = nameEnd(start);
    if (end === length) return length;
    const wanted = handler.openTag(start, end);
    const over = attributes(end, wanted);
    if (over < 0) return length;
    const selfClosing = isSelfClosing;
    handler.openTagEnd(selfClosing, over);
    return selfClosing ? over : rawText(start, end, over);
  }

  function nameEnd(start: number): number {
    let end = start + 1;
    while (end < length && !endsName(html.charCodeAt(end))) end++;
    return end;
  }

  /** Behind the tag; -1 when the page ends before the tag does: then there is no tag. */
  function attributes(from: number, wanted: boolean): number {
    let index = from;
    while (index < length) {
      const code = html.charCodeAt(index);
      if (code === greater) {
        isSelfClosing = html.charCodeAt(index - 1) === slash && index > from;
        return index + 1;
      }
      if (code === slash || isSpace(code)) index++;
      else index = attribute(index, wanted);
    }
    return -1;
  }

  function attribute(start: number, wanted: boolean): number {
    let end = start + 1;
    while (end < length && !endsName(html.charCodeAt(end)) && html.charCodeAt(end) !== equals) end++;
    const sign = skipSpace(end);
    if (wanted) handler.attribute(start, end);
    if (html.charCodeAt(sign) !== equals) {
      if (wanted) handler.attributeEnd();
      return end;
    }
    return value(skipSpace(sign + 1), wanted);
  }

  function value(start: number, wanted: boolean): number {
    const first = html.charCodeAt(start);
    if (first === doubleQuote || first === singleQuote) {
      const end = html.indexOf(first === doubleQuote ? '"' : "'", start + 1);
      if (end < 0) return length;
      if (wanted) tell(start + 1, end);
      return end + 1;
    }
    let end = start;
    while (end < length && !isSpace(html.charCodeAt(end)) && html.charCodeAt(end) !== greater) end++;
    if (wanted) tell(start, end);
    return end;
  }

  function tell(start: number, end: number): void {
    entities.value(start, end);
    handler.attributeEnd();
  }

  function skipSpace(from: number): number {
    let index = from;
    while (index < length && isSpace(html.charCodeAt(index))) index++;
    return index;
  }

  /** The content of an element that has no tags in it; its end tag is left to be read. */
  function rawText(start: number, end: number, from: number): number {
    if (!rawLooks.has(lookOf(end - start, html.charCodeAt(start)))) return from;
    const raw = rawContents.get(html.slice(start, end).toLowerCase());
    if (raw === undefined || handler.hasTags?.(start, end) === true) return from;
    const found = raw.isScript ? scriptEnd(html, from) : firstOf(raw.end, html, from);
    if (raw.entities) entities.rawText(from, found);
    else if (found > from) handler.text(from, found);
    return found;
  }
}

/**
 * Finds the next `mark` at or after places that are asked for in ascending order; the length of the text where there is
 * none. Asked a thousand times, it looks at each part of the text once.
 */
function nextOf(text: string, mark: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) found = text.indexOf(mark, from);
    if (found < 0) found = text.length;
    return found;
  };
}

const slash = 0x2f;
const exclamation = 0x21;
const question = 0x3f;
const greater = 0x3e;
const equals = 0x3d;
const doubleQuote = 0x22;
const singleQuote = 0x27;

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;
}

function endsName(code: number): boolean {
  return code === greater || code === slash || isSpace(code);
}

interface RawContent {
  readonly end: RegExp;
  /** Whether it has character references. */
  readonly entities: boolean;
  readonly isScript: boolean;
}

/** What ends the content of each raw element. */
const rawContents: ReadonlyMap<string, RawContent> = new Map(
  rawElements.map((name) => [
    name,
    {
      end: new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi'),
      entities: rawWithReferences.has(name),
      isScript: name === 'script',
    },
  ]),
);

/** Where a pattern is found from a place on, or the end. */
function firstOf(pattern: RegExp, html: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

const scriptMarks = /<!--|-->|<\/?script[\t\n\f\r />]/gi;

/**
 * Where the end tag of a script begins, or the end. In a comment in it, a script that begins there ends first (HTML standard
 * §13.2.5.15 to 31).
 */
function scriptEnd(html: string, from: number): number {
  let [inComment, hasInner] = [false, false];
  for (let at = firstOf(scriptMarks, html, from); at < html.length; ) {
    const mark = html[at + 1];
    if (html[at] === '-') [inComment, hasInner] = [false, false];
    else if (mark === '!') inComment = true;
    else if (mark !== '/') hasInner ||= inComment;
    else if (hasInner) hasInner = false;
    else return at;
    // The dashes that begin a comment may be those of its end.
    at = firstOf(scriptMarks, html, at + (mark === '!' ? 2 : 3));
  }
  return html.length;
}

/** Length and first letter of these names: most others are known by them without a string. */
const rawLooks: ReadonlySet<number> = new Set(
  rawElements.map((name) => lookOf(name.length, name.charCodeAt(0))),
);

function lookOf(length: number, first: number): number {
  return (length << 5) | (first & 0x1f);
}
