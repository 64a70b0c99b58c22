import { hash } from 'node:crypto';
import { base64 } from '../base/wasm/text.ts';
import { type WasmModule, wasmModule } from '../base/wasm-module.ts';
import type { Md5 } from '../collection/record.ts';
import type { CanonicalUrl } from '../url/url.ts';

/**
 * The identity of a record, as Combine has it (Combine 4, §4.6 and its `DataBase`): MD5 over the visible text, then
 * the title, in UTF-8, without any white space. A page that has neither is known by its URL and media type.
 * @param text white space collapsed to spaces and line feeds
 * @param title white space collapsed to spaces
 */
export function contentMd5(text: string, title: string, url: CanonicalUrl, mediaType: string): Md5 {
  if (text === '' && title === '') return hash('md5', `${url} ${mediaType}`);
  return hash('md5', withoutSpace(text, title));
}

/** What is called of `wasm/text`. */
interface TextFunctions {
  reserve(bytes: number): number;
  withoutSpace(length: number): number;
}

let wasm: WasmModule<TextFunctions> | undefined;

/** One text after the other in UTF-8, without spaces and line feeds; until the next call. */
function withoutSpace(text: string, title: string): Uint8Array {
  // The halves of one character must not be written apart.
  if (isHighSurrogate(text.charCodeAt(text.length - 1))) return withoutSpace('', text + title);
  wasm ??= wasmModule(base64);
  // Three bytes for a unit at the most.
  const start = wasm.run.reserve((text.length + title.length) * 3);
  const bytes = wasm.bytes();
  const first = bytes.write(text, start);
  const written = first + bytes.write(title, start + first);
  return bytes.subarray(start, start + wasm.run.withoutSpace(written));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
