import { subscribe } from 'node:diagnostics_channel';
import type { ClientHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** The newest HTTP/2 stream of one connection. */
export interface NewestStream {
  /** It was closed before the server said that its answer is complete (END_STREAM). */
  isCut: boolean;
}

/** Node's connection of a session is a proxy object, which shows properties and has another identity. */
const newestStream = Symbol('newest stream');
const connections = new WeakMap<ClientHttp2Stream, NewestStream>();
let isSubscribed = false;

export function speaksHttp2(socket: Socket): boolean {
  return socket instanceof TLSSocket && socket.alpnProtocol === 'h2';
}

/**
 * Follows the HTTP/2 streams of a connection. Node ends a stream that its server reset with NO_ERROR or CANCEL like one that
 * is complete, so undici takes a half for the whole. The difference shows only while Node closes the stream.
 */
export function followStreams(socket: Socket): NewestStream {
  if (!isSubscribed) {
    isSubscribed = true;
    subscribe('http2.client.stream.created', opened);
    subscribe('http2.client.stream.close', closed);
  }
  const newest: NewestStream = { isCut: false };
  Object.assign(socket, { [newestStream]: newest });
  return newest;
}

function opened(message: unknown): void {
  const { stream } = message as { readonly stream: ClientHttp2Stream };
  const newest = (stream.session?.socket as { [newestStream]?: NewestStream } | undefined)?.[newestStream];
  if (newest === undefined) return;
  newest.isCut = false;
  connections.set(stream, newest);
}

function closed(message: unknown): void {
  const { stream } = message as {
    readonly stream: ClientHttp2Stream & { readonly _readableState?: { readonly ended: boolean } };
  };
  const newest = connections.get(stream);
  // `readableEnded` becomes true later, whoever ends the stream.
  if (newest !== undefined) newest.isCut = stream._readableState?.ended !== true;
}
