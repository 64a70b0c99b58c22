import type { Socket } from 'node:net';
import type buildConnector from 'undici/lib/core/connect.js';
import { codedError } from './failure.ts';
import { followStreams, speaksHttp2 } from './stream-ends.ts';

/** What a connection has brought, and how it ended, or over HTTP/2 its newest stream. */
export interface ConnectionEnd {
  readonly isHttp2: boolean;
  /** All bytes that it has received. */
  readonly bytesRead: number;
  /** The error with which it broke off; undefined: it is open, or the server closed it. */
  brokeOff(): Error | undefined;
}

/** The ends of the newest connection of each origin. */
export class ConnectionEnds {
  readonly #ends = new Map<string, ConnectionEnd>();

  /** Makes connections with `connect`, and watches them. */
  watch(connect: buildConnector.connector): buildConnector.connector {
    return (to, callback) =>
      connect(to, (...result) => {
        if (result[0] === null) this.#watch(`${to.protocol}//${to.host}`, result[1]);
        callback(...result);
      });
  }

  /** The end of the connection that a request is sent on; it can be asked when the connection is gone. */
  of(origin: string): ConnectionEnd | undefined {
    return this.#ends.get(origin);
  }

  #watch(origin: string, socket: Socket): void {
    const stream = speaksHttp2(socket) ? followStreams(socket) : undefined;
    const end: ConnectionEnd = {
      isHttp2: stream !== undefined,
      get bytesRead() {
        return socket.bytesRead;
      },
      brokeOff() {
        if (stream?.isCut === true) return codedError('ECONNRESET', 'the stream was reset before its end');
        const error = socket.errored as NodeJS.ErrnoException | null;
        // undici destroys connections with errors of its own and of its parser.
        return error === null || /^(HPE|UND)_/.test(error.code ?? 'UND_') ? undefined : error;
      },
    };
    this.#ends.set(origin, end);
    socket.once('close', () => {
      if (this.#ends.get(origin) === end) this.#ends.delete(origin);
    });
  }
}
