import { encodeIndex, footerLength, indexOffset } from '../../archive/bundles.ts';
import { documentName } from '../../archive/documents.ts';
import { WinnowError } from '../../base/error.ts';
import type { BundleFile } from '../../ports/documents.ts';
import { ahead } from './ahead.ts';
import type { Entry } from './entry.ts';
import type { DumpPorts } from './walk-host.ts';

const piecesAtOnce = 4;
const pieceBytes = 1024 * 1024;

/** A bundle in pieces. One that is being written ends with its last whole page, and gets an index. */
export async function* bundleEntries(
  ports: DumpPorts,
  job: string,
  { key, bytes }: BundleFile,
): AsyncGenerator<Entry> {
  const end = await indexedEnd(ports, key, bytes);
  const size = end.offset + end.tail.length;
  const piece = (start: number, blob: Uint8Array): Entry => ({
    head: { kind: 'bundle', job, key, start, size },
    blobs: [blob],
  });
  const starts = Array.from({ length: Math.ceil(end.offset / pieceBytes) }, (_, index) => index * pieceBytes);
  const read = (start: number) => mustRead(ports, key, start, Math.min(pieceBytes, end.offset - start));
  let start = 0;
  for await (const blob of ahead(starts, piecesAtOnce, read)) {
    yield piece(start, blob);
    start += blob.length;
  }
  if (end.tail.length > 0) yield piece(end.offset, end.tail);
}

async function indexedEnd(
  ports: DumpPorts,
  key: string,
  size: number,
): Promise<{ readonly offset: number; readonly tail: Uint8Array }> {
  if (size > footerLength) {
    const footer = await mustRead(ports, key, size - footerLength, footerLength);
    if (hasIndex(footer)) return { offset: size, tail: new Uint8Array() };
  }
  const entries = (await ports.documents.entries(key)).filter(
    ({ offset, length }) => offset + length <= size,
  );
  const last = entries.at(-1);
  if (last === undefined) throw new WinnowError('corrupt', 'the bundle has no page that can be read');
  const offset = last.offset + last.length;
  const name = key.slice(key.lastIndexOf('/') + 1);
  return { offset, tail: encodeIndex({ name, at: ports.clock.now(), offset }, entries) };
}

function hasIndex(footer: Uint8Array): boolean {
  try {
    return indexOffset(footer) >= 0;
  } catch {
    return false;
  }
}

async function mustRead({ documents }: DumpPorts, bundle: string, offset: number, length: number) {
  const bytes = await documents.read(documentName({ bundle, offset, length }));
  if (bytes?.length === length) return bytes;
  throw new WinnowError('corrupt', `it ends before ${offset + length}`);
}
