import { base64 } from '../wasm/text.ts';
import { wasmModule } from '../wasm-module.ts';

/** What is called of `wasm/text`. */
interface TextFunctions {
  sourceAt(): number;
  jsonAt(): number;
  packedAt(): number;
  writeText(length: number): number;
  packedLength(): number;
}

/** What one pass over a text has made of it; it stands in the module's memory until the next pass. */
export interface TextPass {
  /** JSON without its quotes, on one line for every reader (`jsonLine`), if the text is well-formed. */
  json(): string;
  /** In UTF-8 without spaces and line feeds. @param more goes behind it, in the same way; both have at most `maxPassed` units */
  packed(more: string): Uint8Array;
}

/** UTF-16 units of a text and what goes behind it: as many as the module has room for. */
export const maxPassed = 65_536;

let loaded: ReturnType<typeof load> | undefined;

function load() {
  const module = wasmModule<TextFunctions>(base64);
  const { run } = module;
  // Its memory never grows.
  const bytes = module.bytes();
  return { run, bytes, source: run.sourceAt(), json: run.jsonAt(), packed: run.packedAt() };
}

let last: { readonly text: string; readonly pass: TextPass } | undefined;

/**
 * Passes through a text of at most `maxPassed` units, unless it was the last one: a page's text is hashed first, and
 * written later.
 */
export function textPass(text: string): TextPass {
  if (last?.text !== text) last = { text, pass: passOf(text) };
  return last.pass;
}

function passOf(text: string): TextPass {
  loaded ??= load();
  const { run, bytes, source, json, packed } = loaded;
  const length = bytes.write(text, source);
  const written = run.writeText(length);
  const left = run.packedLength();
  return {
    json: () => bytes.toString(length === text.length ? 'latin1' : 'utf8', json, json + written),
    packed(more) {
      const bare = more.replace(/[ \n]+/g, '');
      return bytes.subarray(packed, packed + left + bytes.write(bare, packed + left));
    },
  };
}

/** Cuts a text into pieces that can be passed through, never between the halves of one character. */
export function* piecesOf(text: string): Iterable<string> {
  for (let at = 0; at < text.length; ) {
    const isCut = at + maxPassed < text.length && isHighSurrogate(text.charCodeAt(at + maxPassed - 1));
    const end = at + maxPassed - (isCut ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
