import { isAscii } from 'node:buffer';
import { type Attributes, attributeNames } from './attributes.ts';
import { places } from './elements.ts';
import { decodedValue } from './entities.ts';
import type { Extract } from './markup.ts';
import { kinds, type MarkupModule, markupModule } from './markup-module.ts';
import { type PageBuilder, pageBuilder } from './page-builder.ts';

/** Bytes of most pages; memory for a larger one goes with it. */
const usual = 1024 * 1024;

let kept: MarkupModule | undefined;

/**
 * Reads markup in one pass over its bytes, without a tree: end tags that HTML implies do not matter for
 * what is collected. Where it differs from an HTML5 tree: a self-closing slash ends an element, as XSLT writes empty
 * ones (`<title/>`), but for `a`, whose text stands behind it where people write such a slash; an element that is closed twice, or never, changes nothing but the extent of an anchor or a heading.
 */
export const readMarkup: Extract = (page, maxLinks) => {
  const length = typeof page === 'string' ? Buffer.byteLength(page) : page.length;
  const module = moduleFor(length);
  const { run } = module;
  const room = run.reserve(length);
  const bytes = module.bytes();
  if (typeof page === 'string') bytes.write(page, room);
  else bytes.set(page, room);
  const ascii = typeof page === 'string' ? length === page.length : isAscii(page);
  const written: Written = (start, end) =>
    bytes.toString(ascii ? 'latin1' : 'utf8', room + start, room + end);
  const events = new Int32Array(bytes.buffer, run.eventsAt());
  const builder = pageBuilder(maxLinks);
  run.begin();
  for (let hasMore = 1; hasMore !== 0; ) {
    hasMore = run.scan();
    take(events.subarray(0, run.eventLength()), written, builder);
  }
  const at = run.textAt();
  const end = at + run.textLength();
  const text = bytes.toString(run.position() === end - at ? 'latin1' : 'utf8', at, end);
  return builder.build(text, bytes.toString('utf8', run.titleAt(), run.titleAt() + run.titleLength()));
};

function moduleFor(length: number): MarkupModule {
  if (length > usual) return markupModule();
  kept ??= markupModule();
  return kept;
}

/** What stands in a range of the page. */
type Written = (start: number, end: number) => string;

/** Tells a builder of events in the form of `wasm/markup/events.ts`. */
function take(events: Int32Array, written: Written, builder: PageBuilder): void {
  const value = (at: number) => events[at] as number;
  for (let at = 0; at < events.length; ) {
    const type = value(at);
    if (type === 6) {
      at = takeElement(events, at + 1, written, builder);
    } else if (type === 0 || type >= 4) {
      if (type === 0) builder.startBody();
      else if (type === 4) builder.headingEnd(value(at + 1));
      else builder.anchorEnd(value(at + 1));
      at += 2;
    } else {
      const position = value(at + 2);
      if (type === 3) builder.heading(value(at + 1), position);
      else {
        const place = places[value(at + 1) - 1] as (typeof places)[number];
        if (type === 1) builder.enter(place, position);
        else builder.leave(place, position);
      }
      at += 3;
    }
  }
}

/** @returns the place behind the event */
function takeElement(events: Int32Array, at: number, written: Written, builder: PageBuilder): number {
  const value = (index: number) => events[at + index] as number;
  const attributes: Attributes = {};
  const end = 4 + value(3) * 3;
  for (let index = 4; index < end; index += 3) {
    const name = value(index);
    const its = written(value(index + 1), value(index + 2));
    attributes[attributeNames[(name & 0xff) - 1] as keyof Attributes] =
      name >= 0x100 ? decodedValue(its) : its;
  }
  builder.element(kinds[value(0) - 1] as string, attributes, value(1), value(2) !== 0);
  return at + end;
}
