import { beginElements } from './elements';
import { clearEvents, eventLength, isFull } from './events';
import {
  attributeSlots,
  attributes,
  elementSlots,
  elements,
  events,
  margin,
  referenceSlots,
  references,
  room,
  title,
} from './memory';
import { enter, pack, packExactly } from './names';
import { beginTags, noscriptLength, readTag } from './tags';
import { beginText, position, textLength, titleLength } from './text';

let at: usize = room;
let end: usize = room;
let text: usize = room;
let decoded: usize = room;

/** Room for a page of so many bytes. @returns where to write it */
export function reserve(bytes: u32): usize {
  end = room + <usize>bytes;
  // A reference of five bytes may stand for six.
  const most = <usize>bytes + <usize>(bytes >>> 2) + margin;
  text = end + margin;
  decoded = text + most;
  const more = <i32>((decoded + most + 0xffff) >>> 16) - memory.size();
  if (more > 0 && memory.grow(more) < 0) unreachable();
  return room;
}

/**
 * Begins with the page that was written into the room.
 * @param every whether all elements are told, and not only those that speak
 * @param noscripts whether what is said to readers without scripts is text of the page
 */
export function begin(every: boolean, noscripts: boolean): void {
  // What is read behind the end must not be an earlier page.
  memory.fill(end, 0, margin);
  at = room;
  beginText(text);
  beginElements(every, noscripts);
  beginTags(end);
}

/** Reads on until the page is over, or events are to be taken. @returns whether there is more to read */
export function scan(): boolean {
  clearEvents();
  while (at < end && !isFull()) at = readTag(at);
  return at < end;
}

export function textAt(): usize {
  return text;
}

export function titleAt(): usize {
  return title;
}

/** Where the host writes what it has decoded. */
export function decodedAt(): usize {
  return decoded;
}

export function eventsAt(): usize {
  return events;
}

/** What a name means, which is written at the beginning of the room: in the table of elements (0), attributes (1) or references (2). */
export function define(table: i32, length: i32, value: u32): void {
  const to = room + <usize>length;
  memory.fill(to, 0, 16);
  if (table === 2) packExactly(room, to);
  else pack(room, to);
  if (table === 0) enter(elements, elementSlots, value);
  else if (table === 1) enter(attributes, attributeSlots, value);
  else enter(references, referenceSlots, value);
}

export { eventLength, noscriptLength, position, textLength, titleLength };
