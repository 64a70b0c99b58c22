import { scanTags } from '../html/scan-tags.ts';

/** How far into a document such a `meta` may stand. */
const mostBytes = 65_536;
/** A longer tag declares nothing. */
const longestTag = 1_024;

/**
 * What the first `meta` that declares an encoding says, wherever in the document it stands: a parser that comes upon one
 * behind the 1,024 bytes that are scanned before changes the encoding (HTML standard §13.2.3.4). Scripts, text areas
 * and comments are passed over: what looks like a tag there is none.
 * @param encodingOf what one tag declares, or an empty string
 */
export function lateDeclaration(body: Uint8Array, encodingOf: (tag: Uint8Array) => string): string {
  const bytes = body.subarray(0, mostBytes);
  // A character a byte: places in the text are places in the body.
  const source = Buffer.from(bytes).toString('latin1');
  let found = '';
  let start = -1;
  scanTags(source, {
    openTag(from, to) {
      start = found === '' && source.slice(from, to).toLowerCase() === 'meta' ? from - 1 : -1;
      return false;
    },
    openTagEnd(_, end) {
      if (start >= 0 && end - start <= longestTag) found = encodingOf(bytes.subarray(start, end));
    },
    attribute: nothing,
    attributeEnd: nothing,
    closeTag: nothing,
    text: nothing,
    textEntity: nothing,
    value: nothing,
    valueEntity: nothing,
  });
  return found;
}

function nothing(): void {}
