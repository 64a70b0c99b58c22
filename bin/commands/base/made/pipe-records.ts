import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WinnowError } from '../../../../lib/base/error.ts';
import type { Made } from '../../../../lib/pipeline/operation/made.ts';

/** How long a pipeline may take to be connected, or to take nothing. */
const patienceMs = 60_000;

/** Sends each record as a document of its own to an ALVIS pipeline, and keeps nothing. @throws WinnowError `unavailable` */
export async function* pipeRecords(
  pieces: AsyncIterable<Made>,
  at: { readonly host: string; readonly port: number },
): AsyncGenerator<Made> {
  const socket = connect(at);
  // Errors come with what waits for the socket.
  socket.on('error', () => {});
  const signal = () => AbortSignal.timeout(patienceMs);
  const waited = async (wait: () => Promise<unknown>): Promise<void> => {
    try {
      await wait();
    } catch (cause) {
      const why = (socket.errored ?? (cause as Error)).message;
      throw new WinnowError('unavailable', `--pipehost ${at.host}:${at.port}: ${why}`, { cause });
    }
  };
  try {
    await waited(() => once(socket, 'connect', { signal: signal() }));
    let head: Uint8Array | undefined;
    for await (const piece of pieces) {
      if ('bytes' in piece) {
        head ??= piece.bytes;
        if (piece.isRecord)
          await waited(() => write(socket, packet([head ?? piece.bytes, piece.bytes, foot]), signal()));
      } else if (!('mark' in piece)) {
        // Whoever is told that all was made takes the consumer for told: nothing may be under way then.
        if ('made' in piece) await waited(() => finish(socket, signal()));
        yield piece;
      }
    }
  } finally {
    socket.destroy();
  }
}

const foot = Buffer.from('</documentCollection>\n');

function packet(document: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.concat(document);
  const head = `Alvis::Pipeline\n1\n${bytes.length}\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('--end--\n')]);
}

async function write(socket: Socket, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  if (socket.destroyed) throw socket.errored ?? new Error('the connection was closed');
  if (!socket.write(bytes)) await once(socket, 'drain', { signal });
}

async function finish(socket: Socket, signal: AbortSignal): Promise<void> {
  if (socket.destroyed) throw socket.errored ?? new Error('the connection was closed');
  // The reader hangs up when it has read all.
  const closed = once(socket.resume(), 'close', { signal });
  socket.end();
  await closed;
}
