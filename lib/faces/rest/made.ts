import { StoredZip } from '../../base/compressors/stored-zip.ts';
import { WinnowError } from '../../base/error.ts';
import type { Made, MadeKind } from '../../pipeline/operation/made.ts';
import { filesIn } from '../base/file-pieces.ts';
import { fromFirst } from '../base/rows.ts';

/** Of files that are made side by side all but one wait in memory: so many bytes of them. */
const mostWaiting = 256_000_000;

/** What is made as an answer: a file as it comes, a folder as a ZIP archive. What goes wrong before the first byte is thrown. */
export async function madeResponse(made: AsyncIterable<Made>, kind: MadeKind): Promise<Response> {
  const pieces = kind.isFolder ? zipped(made) : bytesOf(made);
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  const body = ReadableStream.from(fromFirst(first, iterator)) as ReadableStream<Uint8Array>;
  const name = kind.isFolder ? `${kind.name}.zip` : kind.name;
  const headers = { 'content-type': kind.type, 'content-disposition': `attachment; filename="${name}"` };
  return new Response(body, { headers });
}

async function* bytesOf(made: AsyncIterable<Made>): AsyncGenerator<Uint8Array> {
  for await (const piece of made) for (const { bytes } of filesIn(piece)) if (bytes.length > 0) yield bytes;
}

async function* zipped(made: AsyncIterable<Made>): AsyncGenerator<Uint8Array> {
  const zip = new StoredZip();
  const waiting = new Map<string, Uint8Array[]>();
  let size = 0;
  for await (const piece of made) {
    for (const { file, bytes, isWhole } of filesIn(piece)) {
      if (isWhole) {
        yield* zip.add(file, [bytes]);
        continue;
      }
      const parts = waiting.get(file) ?? [];
      parts.push(bytes);
      waiting.set(file, parts);
      size += bytes.length;
      if (size > mostWaiting)
        throw new WinnowError('full', 'the archive is too large to be sent: export it on the command line');
    }
    if ('made' in piece) {
      for (const [name, parts] of waiting) yield* zip.add(name, parts);
      yield* zip.end();
    }
  }
}
