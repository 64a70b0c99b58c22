import { isAscii } from 'node:buffer';
import type { ElementListener } from './element-listener.ts';
import { eventTeller, type Written } from './event-teller.ts';
import { withInnerLinks } from './inner-links.ts';
import type { Extract, Markup } from './markup.ts';
import { type MarkupModule, markupModule } from './markup-module.ts';
import { pageBuilder } from './page-builder.ts';

/** Bytes of most pages; memory for a larger one goes with it. */
const usual = 1024 * 1024;

let kept: MarkupModule | undefined;

/**
 * Reads markup in one pass over its bytes, without a tree: end tags that HTML implies do not matter for
 * what is collected. Where it differs from an HTML5 tree: a self-closing slash ends an element, as XSLT writes empty
 * ones (`<title/>`), but for `a`, whose text stands behind it where people write such a slash; an element that is closed twice, or never, changes nothing but the extent of an anchor or a heading.
 * @param listener takes all elements of the page in the same pass
 */
export function readMarkup(page: string | Uint8Array, maxLinks?: number, listener?: ElementListener): Markup {
  return withInnerLinks(readAlone(page, maxLinks, listener), readAlone as Extract, maxLinks);
}

function readAlone(page: string | Uint8Array, maxLinks?: number, listener?: ElementListener): Markup {
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
  const builder = pageBuilder(maxLinks);
  const cut =
    listener === undefined ? written : cutter(bytes.toString('latin1', room, room + length), written);
  const tell = eventTeller(builder, written, listener, cut);
  const events = new Int32Array(bytes.buffer, run.eventsAt());
  run.begin(listener !== undefined, listener?.showsNoscript === true);
  for (let hasMore = 1; hasMore !== 0; ) {
    hasMore = run.scan();
    tell(events.subarray(0, run.eventLength()));
  }
  listener?.end(run.noscriptLength());
  const at = run.textAt();
  const end = at + run.textLength();
  const text = bytes.toString(run.position() === end - at ? 'latin1' : 'utf8', at, end);
  return builder.build(text, bytes.toString('utf8', run.titleAt(), run.titleAt() + run.titleLength()));
}

function moduleFor(length: number): MarkupModule {
  if (length > usual) return markupModule();
  kept ??= markupModule();
  return kept;
}

const beyondAscii = /[\x80-\xff]/;

/** Cuts ranges out of a page whose bytes are the characters of a string: a string per range of its own costs more. */
function cutter(source: string, written: Written): Written {
  return (start, end) => {
    const range = source.slice(start, end);
    return beyondAscii.test(range) ? written(start, end) : range;
  };
}
