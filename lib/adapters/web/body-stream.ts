import { Readable } from 'node:stream';
import { endsItself, tailBytes } from '../../base/fetch/ends-itself.ts';
import { type Coding, DamagedCoding, undoCoding } from '../../base/fetch/undo-coding.ts';
import type { BodySink } from '../../ports/web.ts';
import { type Failure, failureOf } from './failure.ts';

/** Bytes from the server that may wait for the reader of the body; beyond that the server has to wait. */
const maxBufferedBytes = 256 * 1024;

export interface BodyStreamOptions {
  readonly codings: readonly Coding[];
  readonly contentType: string;
  readonly sink: BodySink;
  /** Called when more of the body is wanted. */
  readonly onWanted: () => void;
  /**
   * Called when the sink has read the whole body, or as much as it wanted.
   * @param isShort whether the body ended early: what came does not show that it is whole
   */
  readonly onDone: (failure: Failure | undefined, isShort: boolean) => void;
}

/** Takes a body from the wire, undoes its content coding, and passes it to a sink. */
export interface BodyStream {
  /** False: push no more before `onWanted` is called. */
  push(chunk: Buffer): boolean;
  /** @param isShort whether the server announced more */
  end(isShort: boolean): void;
  /** Ends the stream early: no more bytes come, and the body is useless. */
  destroy(): void;
}

export function bodyStream({ codings, contentType, sink, onWanted, onDone }: BodyStreamOptions): BodyStream {
  const wire = new Readable({ read: onWanted, highWaterMark: maxBufferedBytes });
  // The reader gets the error; this listener is for the case that nobody reads any more.
  wire.on('error', () => undefined);
  let isShort = false;
  let isProved = false;
  let body: AsyncIterable<Uint8Array> = wire;
  for (const coding of codings.toReversed()) {
    body = undoCoding(body, coding, (end) => {
      if (end === 'early') isShort = true;
      else if (end === 'whole') isProved = true;
    });
  }
  const last = watchTail(body);
  const endedEarly = (): boolean => isShort && !isProved && !endsItself(last.tail());
  sink(last.pieces, contentType, endedEarly).then(
    () => {
      wire.destroy();
      onDone(undefined, endedEarly());
    },
    (error: Error) => {
      wire.destroy();
      const failure: Failure =
        error instanceof DamagedCoding
          ? { reason: 'decode', detail: `${codings.join(', ')}: ${error.message}` }
          : failureOf(error, true, false);
      onDone(failure, false);
    },
  );
  return {
    push: (chunk) => wire.destroyed || wire.push(chunk),
    end(short) {
      isShort ||= short;
      if (!wire.destroyed) wire.push(null);
    },
    destroy: () => void wire.destroy(new Error('the body is not complete')),
  };
}

/** A body, and its last bytes so far. */
function watchTail(body: AsyncIterable<Uint8Array>) {
  let tail: Uint8Array = new Uint8Array();
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      tail = (piece.length < tailBytes ? Buffer.concat([tail, piece]) : piece).subarray(-tailBytes);
      yield piece;
    }
  }
  return { pieces: pieces(), tail: () => tail };
}
