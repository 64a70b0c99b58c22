import { WinnowError } from '../../../base/error.ts';
import type { Files } from '../files/files.ts';

/** Writes a bundle that is whole, with its index, behind a name that nobody lists until all of it is there. */
export async function placeBundle(
  files: Files,
  path: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const part = `${path}.loading`;
  files.remove(part);
  let size = 0;
  for await (const piece of pieces) size = files.append(part, piece) + piece.length;
  if (size === 0) throw new WinnowError('corrupt', `${path}: the bundle has no bytes`);
  files.rename(part, path);
}
