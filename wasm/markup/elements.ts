import { Event, Said, tell, tellElement, tellEnd, tellWith } from './events';
import { elementSlots, elements, room } from './memory';
import { lookUp, pack, packedHigh, packedLow } from './names';
import { breakLine, breakWord, closePre, closeTitle, hasGap, openPre, openTitle, position } from './text';

/** What an element means: bits, then its level as a heading, its place and its kind, each from 1. */
export enum Role {
  line = 1,
  space = 2,
  inert = 4,
  inHead = 8,
  speaks = 0x10,
  raw = 0x20,
  references = 0x40,
  /** Its tags end a picture around them (HTML standard, 13.2.6.5). */
  leavesPicture = 0x80,
}

/** Kinds that are treated in a way of their own. Those that speak come first. */
export enum Kind {
  a = 1,
  title = 10,
  pre = 11,
  svg = 12,
  noscript = 13,
  body = 14,
  frameset = 15,
  noframes = 16,
  template = 17,
  head = 18,
  math = 19,
  /** Preformatted as `pre` is, though the lines of their text are not apart. */
  listing = 20,
  xmp = 21,
  /** What stands in it is part of the picture, whatever it is. */
  foreignObject = 22,
}

/** The element whose tag was read last. */
let role: u32 = 0;

/** The inert element that the page is in, as it is packed, and how deep templates nest in it. */
let inertLow: u64 = 0;
let inertHigh: u64 = 0;
let inertDepth: i32 = 0;
let noscript: i32 = 0;
/** What is said to readers without scripts is text, too. */
let showsNoscript = false;
let svg: i32 = 0;
let foreign: i32 = 0;
/** Elements around whose text shows as it is written. */
let written: i32 = 0;
/** Every element is told, for a tree of them; else those that speak. */
let all = false;
/** White space stands before the element whose tag was read last. */
let afterSpace = false;
let math: i32 = 0;
let inBody = false;
let hasBody = false;
/** The page is a set of frames: what it shows to those that have none is its text. */
let framed = false;

/**
 * @param every whether all elements are to be told
 * @param noscripts whether what is said to readers without scripts is text
 */
export function beginElements(every: boolean, noscripts: boolean): void {
  showsNoscript = noscripts;
  all = every;
  written = 0;
  inertLow = 0;
  inertHigh = 0;
  inertDepth = 0;
  noscript = 0;
  svg = 0;
  foreign = 0;
  math = 0;
  inBody = false;
  hasBody = false;
  framed = false;
}

function kindOf(its: u32): u32 {
  return its >>> 16;
}

function placeOf(its: u32): u32 {
  return (its >>> 12) & 15;
}

function levelOf(its: u32): u32 {
  return (its >>> 8) & 15;
}

/** Whether people see text that stands here. */
export function isVisible(): boolean {
  return inertLow === 0 && (noscript === 0 || showsNoscript);
}

/** Whether those see it that have no scripts. */
export function isInNoscript(): boolean {
  return inertLow === 0 && noscript > 0;
}

/** Whether the content of the element that was opened last is text whatever it looks like. */
export function isRaw(): boolean {
  return (role & Role.raw) !== 0 && !(framed && kindOf(role) === Kind.noframes);
}

export function hasReferences(): boolean {
  return (role & Role.references) !== 0;
}

/** A tag begins. @returns whether its attributes are wanted */
export function openElement(start: usize, end: usize): boolean {
  role = pack(start, end) ? lookUp(elements, elementSlots) : 0;
  const kind = kindOf(role);
  if (inertLow !== 0) {
    if (kind === Kind.template && isInert()) inertDepth++;
    return false;
  }
  if (kind === Kind.noscript) noscript++;
  else if (kind === Kind.body) hasBody = true;
  else if (kind === Kind.frameset) framed = framed || !hasBody;
  if (!inBody && (role & Role.inHead) === 0) toldBody();
  leavePictures(start, end);
  afterSpace = hasGap();
  breakAt();
  const place = placeOf(role);
  if (place > 0) tellWith(Event.enter, place, position());
  const level = levelOf(role);
  if (level > 0) tellWith(Event.heading, level, position());
  else if (kind === Kind.title) openTitle(svg === 0);
  else if (kind === Kind.pre) openPre();
  else if (kind === Kind.svg) svg++;
  else if (kind === Kind.foreignObject) foreign++;
  else if (kind === Kind.math) math++;
  if (isWritten(kind)) written++;
  return isTold(kind);
}

/** Whether every element is told. */
export function tellsAll(): boolean {
  return all;
}

/** Whether the text that stands here shows as it is written. */
export function showsWritten(): boolean {
  return all && written > 0;
}

function isWritten(kind: u32): boolean {
  return kind === Kind.pre || kind === Kind.listing || kind === Kind.xmp;
}

/** A picture is told as one element, with what speaks in it. */
function isTold(kind: u32): boolean {
  return doesSpeak() || (all && (svg === 0 || kind === Kind.svg));
}

/** Whether the element that was opened last has attributes that we read: any of MathML may be a link. */
function doesSpeak(): boolean {
  return (role & Role.speaks) !== 0 || math > 0;
}

/** The packed name is that of the inert element. */
function isInert(): boolean {
  return packedLow() === inertLow && packedHigh() === inertHigh;
}

/** The tag that was opened last is over, from `start` to `end` of its name. */
export function endOpenTag(start: usize, end: usize, isSelfClosing: boolean): void {
  if (inertLow !== 0) return;
  const kind = kindOf(role);
  if (isTold(kind)) tellElement(kind, said(isSelfClosing), <i32>(start - room), <i32>(end - room));
  if (isSelfClosing) {
    // The text of a link stands behind such a tag, where people write it.
    if (kind !== Kind.a) closed(role);
  } else if ((role & Role.inert) !== 0 && !(framed && kind === Kind.noframes)) {
    pack(start, end);
    inertLow = packedLow();
    inertHigh = packedHigh();
    inertDepth = 1;
  }
}

export function closeElement(start: usize, end: usize): void {
  const isKnown = pack(start, end);
  if (inertLow !== 0) {
    if (isKnown && isInert() && --inertDepth === 0) {
      inertLow = 0;
      inertHigh = 0;
    }
    return;
  }
  role = isKnown ? lookUp(elements, elementSlots) : 0;
  const kind = kindOf(role);
  leavePictures(start, end);
  const ends = all && (svg === 0 || kind === Kind.svg || kind === Kind.a);
  if (ends) tellEnd(kind, <i32>(start - room), <i32>(end - room));
  closed(role);
}

/** Pictures that nobody ended are over where an element of the page begins or ends, at `start` to `end` of its name. */
function leavePictures(start: usize, end: usize): void {
  if (svg === 0 || foreign > 0 || (role & Role.leavesPicture) === 0) return;
  for (; svg > 0; svg--) if (all) tellEnd(Kind.svg, <i32>(start - room), <i32>(end - room));
}

function said(isSelfClosing: boolean): i32 {
  return (
    (noscript > 0 ? Said.inNoscript : 0) |
    (math > 0 ? Said.inMath : 0) |
    (isSelfClosing ? Said.selfClosing : 0) |
    (afterSpace ? Said.afterSpace : 0)
  );
}

function closed(its: u32): void {
  const kind = kindOf(its);
  if (isWritten(kind) && written > 0) written--;
  if (kind === Kind.noscript && noscript > 0) noscript--;
  role = its;
  breakAt();
  const place = placeOf(its);
  if (place > 0) tellWith(Event.leave, place, position());
  if (levelOf(its) > 0) tell(Event.headingEnd, position());
  else if (kind === Kind.a) tell(Event.anchorEnd, position());
  else if (kind === Kind.title) closeTitle();
  else if (kind === Kind.head) {
    if (!inBody) toldBody();
  } else if (kind === Kind.pre) closePre();
  else if (kind === Kind.foreignObject && foreign > 0) foreign--;
  else if (kind === Kind.svg && svg > 0 && --svg === 0) foreign = 0;
  else if (kind === Kind.math && math > 0) math--;
}

function breakAt(): void {
  if ((role & Role.line) !== 0) breakLine();
  else if ((role & Role.space) !== 0) breakWord();
}

function toldBody(): void {
  inBody = true;
  tell(Event.body, position());
}
