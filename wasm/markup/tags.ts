import {
  closeElement,
  endOpenTag,
  hasReferences,
  isInNoscript,
  isRaw,
  isVisible,
  openElement,
  showsWritten,
  tellsAll,
} from './elements';
import { addAttribute, beginElement, Event, isFirst, tellWith } from './events';
import { find, isLetter, isSpace } from './find';
import { attributeSlots, attributes, room } from './memory';
import { lookUp, pack } from './names';
import { addPlain, addText } from './runs';

const slash: u8 = 0x2f;
const greater: u8 = 0x3e;
const equals: u8 = 0x3d;

/** The page. */
let end: usize = room;
/** No CDATA section that begins from here on has an end. */
let cdataOver: usize = 0;
/** Of the tag whose attributes were read last. */
let isSelfClosing = false;
/** The attributes of the tag are told. */
let wanted = false;

/** Bytes of text that is said to readers without scripts. */
let noscript: i32 = 0;

export function noscriptLength(): i32 {
  return noscript;
}

/** Of attributes that are told where all elements are. */
const ofTree: u32 = 0x100;

export function beginTags(to: usize): void {
  end = to;
  noscript = 0;
  cdataOver = to + 1;
}

/** Reads from `at` the text before the next tag, and that tag. @returns the place behind it; the end when there is no more */
export function readTag(at: usize): usize {
  for (let open = find(0x3c, at, end); open < end; open = find(0x3c, open + 1, end)) {
    const byte = load<u8>(open, 1);
    const isEnd = byte === slash && open + 2 < end;
    const isMarkedUp = byte === 0x21 || byte === 0x3f;
    if (!isLetter(byte) && !isEnd && !isMarkedUp) continue;
    text(at, open);
    if (isEnd) return isLetter(load<u8>(open, 2)) ? closeTag(open + 2) : behind(greater, open + 2);
    if (isMarkedUp) return byte === 0x3f ? behind(greater, open + 2) : markedUp(open);
    return openTag(open + 1);
  }
  text(at, end);
  return end;
}

function text(from: usize, to: usize): void {
  if (from >= to) return;
  if (isInNoscript()) noscript += <i32>(to - from);
  if (!isVisible()) return;
  tellWritten(from, to);
  addText(from, to);
}

function tellWritten(from: usize, to: usize): void {
  if (showsWritten()) tellWith(Event.written, <i32>(from - room), <i32>(to - room));
}

/** Behind the next `byte`, or the end. */
function behind(byte: u8, from: usize): usize {
  return min(find(byte, from, end) + 1, end);
}

/** A comment, CDATA or declaration that begins at `open`. */
function markedUp(open: usize): usize {
  if (load<u16>(open, 2) === 0x2d2d && open + 4 <= end) return comment(open + 4);
  // [CDATA[
  if (load<u32>(open, 2) === 0x4144435b && load<u32>(open, 5) === 0x5b415441) {
    const over = cdataEnd(open + 9);
    if (over < end) return over + 3;
  }
  return behind(greater, open + 2);
}

/** The next `]]>`, or the end. */
function cdataEnd(from: usize): usize {
  if (from >= cdataOver) return end;
  for (let at = find(0x5d, from, end); at + 2 < end; at = find(0x5d, at + 1, end)) {
    if (load<u8>(at, 1) === 0x5d && load<u8>(at, 2) === greater) return at;
  }
  cdataOver = from;
  return end;
}

function comment(start: usize): usize {
  if (start < end && load<u8>(start) === greater) return start + 1;
  if (start + 1 < end && load<u16>(start) === 0x3e2d) return start + 2;
  for (let at = find(0x2d, start, end); at + 2 < end; at = find(0x2d, at + 1, end)) {
    if (load<u8>(at, 1) !== 0x2d) continue;
    const byte = load<u8>(at, 2);
    if (byte === greater) return at + 3;
    if (byte === 0x21 && at + 3 < end && load<u8>(at, 3) === greater) return at + 4;
  }
  return end;
}

function closeTag(start: usize): usize {
  const stop = nameEnd(start);
  wanted = false;
  const over = attributesFrom(stop);
  if (over === 0) return end;
  closeElement(start, stop);
  return over;
}

function openTag(start: usize): usize {
  const stop = nameEnd(start);
  if (stop === end) return end;
  wanted = openElement(start, stop);
  if (wanted) beginElement();
  const over = attributesFrom(stop);
  if (over === 0) return end;
  const raw = isRaw();
  const references = hasReferences();
  const closes = isSelfClosing;
  endOpenTag(start, stop, closes);
  return closes || !raw ? over : rawText(start, stop, over, references);
}

function nameEnd(start: usize): usize {
  let at = start + 1;
  while (at < end && !endsName(load<u8>(at))) at++;
  return min(at, end);
}

function endsName(byte: u8): boolean {
  return byte === greater || byte === slash || isSpace(byte);
}

/** Behind the tag; 0 when the page ends before the tag does: then there is no tag. */
function attributesFrom(from: usize): usize {
  let at = from;
  while (at < end) {
    const byte = load<u8>(at);
    if (byte === greater) {
      isSelfClosing = at > from && load<u8>(at - 1) === slash;
      return at + 1;
    }
    at = byte === slash || isSpace(byte) ? at + 1 : attribute(at);
  }
  return 0;
}

function attribute(start: usize): usize {
  let stop = start + 1;
  for (; stop < end; stop++) {
    const byte = load<u8>(stop);
    if (byte === equals || endsName(byte)) break;
  }
  const sign = skipSpace(stop);
  const its = wanted && pack(start, stop) ? numberOf(lookUp(attributes, attributeSlots)) : 0;
  if (sign >= end || load<u8>(sign) !== equals) {
    if (its > 0) tell(its, stop, stop);
    return stop;
  }
  return value(skipSpace(sign + 1), its);
}

/** The number of an attribute, or 0: some tell something of elements alone. */
function numberOf(its: u32): u32 {
  return (its & ofTree) !== 0 && !tellsAll() ? 0 : its & 0xff;
}

function value(start: usize, its: u32): usize {
  if (start >= end) return end;
  const first = load<u8>(start);
  if (first === 0x22 || first === 0x27) {
    const stop = find(first, start + 1, end);
    if (stop === end) return end;
    if (its > 0) tell(its, start + 1, stop);
    return stop + 1;
  }
  let stop = start;
  while (stop < end && !isSpace(load<u8>(stop)) && load<u8>(stop) !== greater) stop++;
  if (its > 0) tell(its, start, stop);
  return stop;
}

/** Of several with one name the first counts. */
function tell(its: u32, start: usize, stop: usize): void {
  if (!isFirst(its)) return;
  const hasReference = find(0x26, start, stop) < stop;
  addAttribute(its | (hasReference ? 0x100 : 0), <i32>(start - room), <i32>(stop - room));
}

function skipSpace(from: usize): usize {
  let at = from;
  while (at < end && isSpace(load<u8>(at))) at++;
  return at;
}

/** The content of an element that has no tags in it; its end tag is left to be read. */
function rawText(start: usize, stop: usize, from: usize, references: boolean): usize {
  const over = isScript(start) && stop - start === 6 ? scriptEnd(from) : rawEnd(start, stop - start, from);
  if (tellsAll() && isScript(start) && from < over)
    tellWith(Event.script, <i32>(from - room), <i32>(over - room));
  if (!isVisible()) return over;
  if (from < over) tellWritten(from, over);
  if (!references) {
    if (from < over) addPlain(from, over);
    return over;
  }
  // To no reader of references is a `<` a tag.
  for (let at = from; at < over; ) {
    const open = find(0x3c, at, over);
    addText(at, open);
    if (open < over) addPlain(open, open + 1);
    at = open + 1;
  }
  return over;
}

/** Where the end tag of the name that begins at `name` begins, or the end. */
function rawEnd(name: usize, length: usize, from: usize): usize {
  for (let at = find(0x3c, from, end); at + length + 2 < end; at = find(0x3c, at + 1, end)) {
    if (load<u8>(at, 1) !== slash || !endsName(load<u8>(at + 2 + length))) continue;
    let same: usize = 0;
    while (same < length && ((load<u8>(at + 2 + same) ^ load<u8>(name + same)) | 0x20) === 0x20) same++;
    if (same === length) return at;
  }
  return end;
}

/**
 * Where the end tag of a script begins, or the end. In a comment in it, a script that begins there ends first (HTML standard
 * §13.2.5.15 to 31).
 */
function scriptEnd(from: usize): usize {
  let inComment = false;
  let hasInner = false;
  for (let at = from; at < end; at++) {
    if (!inComment) at = find(0x3c, at, end);
    const byte = load<u8>(at);
    if (byte === 0x2d && load<u16>(at, 1) === 0x3e2d && at + 2 < end) {
      inComment = false;
      hasInner = false;
    }
    if (byte !== 0x3c || at + 8 > end) continue;
    if (load<u32>(at) === 0x2d2d213c) {
      // Its dashes may be those of its end.
      if (!inComment) at++;
      inComment = true;
    } else if (isScript(at + 1)) hasInner = hasInner || inComment;
    else if (load<u8>(at, 1) === slash && isScript(at + 2)) {
      if (!hasInner) return at;
      hasInner = false;
    }
  }
  return end;
}

/** Whether the name of a script stands here, with what ends it. */
function isScript(at: usize): boolean {
  if (at + 6 >= end || !endsName(load<u8>(at, 6))) return false;
  return (load<u32>(at) | 0x20202020) === 0x69726373 && (load<u16>(at, 4) | 0x2020) === 0x7470;
}
