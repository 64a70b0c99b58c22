import { hash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';

/** A text under its digest, as it is stored. */
export interface PackedText {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

export function packText(text: string): PackedText {
  return { digest: hash('sha256', text), bytes: gzipSync(text) };
}

export function unpackText(bytes: Uint8Array): string {
  return gunzipSync(bytes).toString();
}
