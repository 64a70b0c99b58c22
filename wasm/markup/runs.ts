import { character, known, runEnd, write } from './references';
import { addCharacter, addWords, widthOf } from './text';

/**
 * Of the host: decodes a range with a character reference that is not known here.
 * @returns where it has written what the range says
 */
declare function decode(start: usize, end: usize): usize;
/** Of the host: how many bytes that has. */
declare function decodedLength(): usize;

/** Takes text in which character references are read. */
export function addText(from: usize, to: usize): void {
  for (let at = addWords(from, to, true); at < to; at = addWords(at, to, true)) {
    const byte = load<u8>(at);
    if (byte === 0x26) at = addReference(at, to);
    else at = addOne(at, byte);
  }
}

/** Takes text as it is. */
export function addPlain(from: usize, to: usize): void {
  for (let at = addWords(from, to, false); at < to; at = addWords(at, to, false)) {
    at = addOne(at, load<u8>(at));
  }
}

function addOne(at: usize, byte: u8): usize {
  const width = widthOf(byte);
  addCharacter(at, width);
  return at + width;
}

/** Reads the reference that may begin with the `&` at `at`. @returns the place behind what was read */
function addReference(at: usize, to: usize): usize {
  const stop = runEnd(at + 1, to);
  if (stop === at + 1) {
    addCharacter(at, 1);
    return stop;
  }
  const codePoint = stop < to && load<u8>(stop) === 0x3b ? known(at + 1, stop) : 0;
  if (codePoint === 0) {
    const decoded = decode(at, to);
    addPlain(decoded, decoded + decodedLength());
    return to;
  }
  addCharacter(character, write(codePoint));
  return stop + 1;
}
