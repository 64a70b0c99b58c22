import { pipeline, Readable } from 'node:stream';
import type { BodySink } from '../../ports/web.ts';
import { type Coding, streamDecoder } from './content-coding.ts';
import { type Failure, failureOf } from './failure.ts';

/** Bytes of the wire that wait for whoever reads the body; then the server has to. */
const ahead = 256 * 1024;

export interface BodyStreamOptions {
  readonly codings: readonly Coding[];
  readonly contentType: string;
  readonly sink: BodySink;
  /** More of the body is wanted. */
  readonly onWanted: () => void;
  /** The sink is done, with all of the body or with what it wanted of it. */
  readonly onDone: (failure: Failure | undefined) => void;
}

/** The way of a body from the wire, content coding undone, to a sink. */
export interface BodyStream {
  /** False: no more is wanted before `onWanted`. */
  push(chunk: Buffer): boolean;
  end(): void;
  /** Nothing more comes, and what came is of no use. */
  destroy(): void;
}

export function bodyStream({ codings, contentType, sink, onWanted, onDone }: BodyStreamOptions): BodyStream {
  const wire = new Readable({ read: onWanted, highWaterMark: ahead });
  // Whoever reads it is told; when nobody does any more, nobody has to be.
  wire.on('error', () => undefined);
  const decoders = codings.toReversed().map(streamDecoder);
  const body = decoders.at(-1) ?? wire;
  // An error of any of them reaches the sink through the last one.
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
