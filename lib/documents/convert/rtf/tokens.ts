/** What an RTF document is written of (RTF 1.9.1, 'RTF Syntax'). */
export interface RtfHandler {
  openGroup(): void;
  closeGroup(): void;
  /** A control word or symbol; undefined: it has no parameter. */
  control(word: string, parameter: number | undefined): void;
  /** Text as it stands: bytes, as Latin-1. */
  bytes(text: string): void;
}

/** Longer than the specification allows, too: their rest would be text. */
const word = /([a-zA-Z]{1,250})(-?\d{1,250})? ?/y;
const plain = /[^\\{}\r\n\0]+/y;

/** @param source the bytes, as Latin-1 */
export function readTokens(source: string, handler: RtfHandler, isDone: () => boolean): void {
  let at = 0;
  while (at < source.length && !isDone()) {
    const char = source.charAt(at);
    if (char === '{') handler.openGroup();
    else if (char === '}') handler.closeGroup();
    else if (char === '\\') {
      at = readControl(source, at + 1, handler);
      continue;
    } else if (char !== '\r' && char !== '\n' && char !== '\0') {
      plain.lastIndex = at;
      const text = plain.exec(source)?.[0] ?? char;
      handler.bytes(text);
      at += text.length;
      continue;
    }
    at += 1;
  }
}

/** @returns where it ends */
function readControl(source: string, at: number, handler: RtfHandler): number {
  word.lastIndex = at;
  const match = word.exec(source);
  if (match !== null) {
    const [whole, name = '', digits] = match;
    const parameter = digits === undefined ? undefined : Number(digits);
    handler.control(name, parameter);
    // What follows `\bin` is so many bytes of a picture.
    return at + whole.length + (name === 'bin' ? Math.max(0, parameter ?? 0) : 0);
  }
  const symbol = source.charAt(at);
  if (symbol === "'") {
    const code = Number.parseInt(source.slice(at + 1, at + 3), 16);
    if (!Number.isNaN(code)) handler.control("'", code);
    return at + 3;
  }
  handler.control(symbol === '\r' ? '\n' : symbol, undefined);
  return at + 1;
}
