import { pipeline, Readable } from 'node:stream';
import type { BodySink } from '../../ports/web.ts';
import { type Coding, streamDecoder } from './content-coding.ts';
import { type Failure, failureOf } from './failure.ts';

/** Bytes from the server that may wait for the reader of the body; beyond that the server has to wait. */
const maxBufferedBytes = 256 * 1024;

export interface BodyStreamOptions {
  readonly codings: readonly Coding[];
  readonly contentType: string;
  readonly sink: BodySink;
  /** Called when more of the body is wanted. */
  readonly onWanted: () => void;
  /** Called when the sink has read the whole body, or as much as it wanted. */
  readonly onDone: (failure: Failure | undefined) => void;
}

/** Takes a body from the wire, undoes its content coding, and passes it to a sink. */
export interface BodyStream {
  /** False: push no more before `onWanted` is called. */
  push(chunk: Buffer): boolean;
  end(): void;
  /** Ends the stream early: no more bytes come, and the body is useless. */
  destroy(): void;
}

export function bodyStream({ codings, contentType, sink, onWanted, onDone }: BodyStreamOptions): BodyStream {
  const wire = new Readable({ read: onWanted, highWaterMark: maxBufferedBytes });
  // The reader gets the error; this listener is for the case that nobody reads any more.
  wire.on('error', () => undefined);
  const decoders = codings.toReversed().map(streamDecoder);
  const body = decoders.at(-1) ?? wire;
  // An error of any stage reaches the sink through the last one.
  if (decoders.length > 0) pipeline([wire, ...decoders], () => undefined);
  sink(body, contentType).then(
    () => {
      wire.destroy();
      onDone(undefined);
    },
    (error: Error) => {
      wire.destroy();
      onDone(
        codings.length > 0
          ? { reason: 'decode', detail: `${codings.join(', ')}: ${error.message}` }
          : failureOf(error, true, false),
      );
    },
  );
  return {
    push: (chunk) => wire.destroyed || wire.push(chunk),
    end: () => void (wire.destroyed || wire.push(null)),
    destroy: () => void wire.destroy(new Error('the body is not complete')),
  };
}
