import { eventRoom, events } from './memory';
import { position, shown } from './text';

/** What is told of a page in document order. What follows each: */
export enum Event {
  /** The head is over, if there was one. */
  body = 0,
  /** A place, the position. */
  enter = 1,
  leave = 2,
  /** A level, the position. */
  heading = 3,
  /** The position. */
  headingEnd = 4,
  anchorEnd = 5,
  /**
   * Which one (0: none that is known), the position, how much shows so far, what is said of it (`Said`), start and end of its name,
   * how many attributes, and for each: its number (and 0x100 where its value has character references), start and end of its value.
   */
  element = 6,
  /** Which one, the position, how much shows so far, start and end of its name. */
  end = 7,
  /** Start and end of the content of a script. */
  script = 8,
  /** Start and end of text that shows as it is written. */
  written = 9,
}

/** What is said of an element: bits. */
export enum Said {
  inNoscript = 1,
  inMath = 2,
  selfClosing = 4,
  /** White space stands before it. */
  afterSpace = 8,
}

/** Longest event: an element with each attribute once. */
const longest: usize = 4 * (8 + 3 * 64);

let end: usize = events;

export function clearEvents(): void {
  end = events;
}

/** Whether there is no room for what one tag may say. */
export function isFull(): boolean {
  return end + 4 * longest > events + <usize>(eventRoom << 2);
}

/** How many numbers there are. */
export function eventLength(): i32 {
  return <i32>(end - events) >> 2;
}

export function tell(event: Event, position: i32): void {
  store<i32>(end, event);
  store<i32>(end, position, 4);
  end += 8;
}

export function tellWith(event: Event, value: i32, position: i32): void {
  store<i32>(end, event);
  store<i32>(end, value, 4);
  store<i32>(end, position, 8);
  end += 12;
}

let seen: u64 = 0;
let count: i32 = 0;

/** An element begins; nothing is told until its tag is over. */
export function beginElement(): void {
  seen = 0;
  count = 0;
}

/** Whether the element has no such attribute yet. */
export function isFirst(attribute: u32): boolean {
  const bit: u64 = (<u64>1) << (<u64>attribute);
  const first = (seen & bit) === 0;
  seen |= bit;
  return first;
}

export function addAttribute(attribute: u32, start: i32, stop: i32): void {
  const at = end + 32 + <usize>(count * 12);
  store<i32>(at, attribute);
  store<i32>(at, start, 4);
  store<i32>(at, stop, 8);
  count++;
}

/** The attributes of the element are added already. */
export function tellElement(kind: u32, said: i32, start: i32, stop: i32): void {
  tellNamed(Event.element, kind, position(), shown());
  store<i32>(end, said);
  store<i32>(end, start, 4);
  store<i32>(end, stop, 8);
  store<i32>(end, count, 12);
  end += 16 + <usize>(count * 12);
}

export function tellEnd(kind: u32, start: i32, stop: i32): void {
  tellNamed(Event.end, kind, position(), shown());
  store<i32>(end, start);
  store<i32>(end, stop, 4);
  end += 8;
}

function tellNamed(event: Event, kind: u32, at: i32, visible: i32): void {
  store<i32>(end, event);
  store<i32>(end, kind, 4);
  store<i32>(end, at, 8);
  store<i32>(end, visible, 12);
  end += 16;
}
