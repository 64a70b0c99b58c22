import { isAscii } from 'node:buffer';
import { decodedValue } from '../../base/html/entities.ts';
import { type Attributes, attributeNames } from './attributes.ts';
import { places } from './elements.ts';
import { withInnerLinks } from './inner-links.ts';
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
export const readMarkup: Extract = (page, maxLinks) =>
  withInnerLinks(readAlone(page, maxLinks), readAlone, maxLinks);

const readAlone: Extract = (page, maxLinks) => {
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

/** `Event` of `wasm/markup/events.ts`, which says what follows each. */
const told = { body: 0, enter: 1, leave: 2, heading: 3, headingEnd: 4, anchorEnd: 5, element: 6 } as const;

/** Tells a builder of events. */
function take(events: Int32Array, written: Written, builder: PageBuilder): void {
  const value = (at: number) => events[at] as number;
  const placeAt = (at: number) => places[value(at) - 1] as (typeof places)[number];
  for (let at = 0; at < events.length; ) {
    switch (value(at)) {
      case told.element:
        at = takeElement(events, at + 1, written, builder);
        continue;
      case told.enter:
        builder.enter(placeAt(at + 1), value(at + 2));
        at += 3;
        continue;
      case told.leave:
        builder.leave(placeAt(at + 1), value(at + 2));
        at += 3;
        continue;
      case told.heading:
        builder.heading(value(at + 1), value(at + 2));
        at += 3;
        continue;
      case told.body:
        builder.startBody();
        break;
      case told.headingEnd:
        builder.headingEnd(value(at + 1));
        break;
      case told.anchorEnd:
        builder.anchorEnd(value(at + 1));
        break;
    }
    at += 2;
  }
}

/** @returns the place behind the event */
function takeElement(events: Int32Array, at: number, written: Written, builder: PageBuilder): number {
  const value = (index: number) => events[at + index] as number;
  const attributes: Attributes = {};
  const end = 4 + value(3) * 3;
  for (let index = 4; index < end; index += 3) {
    const name = value(index) & 0xff;
    const hasReferences = value(index) !== name;
    const its = written(value(index + 1), value(index + 2));
    attributes[attributeNames[name - 1] as keyof Attributes] = hasReferences ? decodedValue(its) : its;
  }
  builder.element(kinds[value(0) - 1] as string, attributes, value(1), value(2) !== 0);
  return at + end;
}
