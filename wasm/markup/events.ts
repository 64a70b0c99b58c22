import { eventRoom, events } from './memory';

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
   * Which one, the position, 1 in a `noscript`, how many attributes, and for each: its number (and 0x100 where its value has character
   * references), start and end of its value.
   */
  element = 6,
}

/** Longest event: an element with each attribute once. */
const longest: usize = 4 * (5 + 3 * 32);

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

let seen: u32 = 0;
let count: i32 = 0;

/** An element begins; nothing is told until its tag is over. */
export function beginElement(): void {
  seen = 0;
  count = 0;
}

/** Whether the element has no such attribute yet. */
export function isFirst(attribute: u32): boolean {
  const bit: u32 = 1 << attribute;
  const first = (seen & bit) === 0;
  seen |= bit;
  return first;
}

export function addAttribute(attribute: u32, start: i32, stop: i32): void {
  const at = end + 20 + <usize>(count * 12);
  store<i32>(at, attribute);
  store<i32>(at, start, 4);
  store<i32>(at, stop, 8);
  count++;
}

export function tellElement(kind: i32, position: i32, inNoscript: boolean): void {
  store<i32>(end, Event.element);
  store<i32>(end, kind, 4);
  store<i32>(end, position, 8);
  store<i32>(end, <i32>inNoscript, 12);
  store<i32>(end, count, 16);
  end += 20 + <usize>(count * 12);
}
