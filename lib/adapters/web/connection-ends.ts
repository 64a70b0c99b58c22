import type { Socket } from 'node:net';
import type buildConnector from 'undici/lib/core/connect.js';

/** Remembers how the newest connection of each origin ended, until its request is told. */
export class ConnectionEnds {
  readonly #sockets = new Map<string, Socket>();

  /** Makes connections with `connect`, and watches them. */
  watch(connect: buildConnector.connector): buildConnector.connector {
    return (to, callback) =>
      connect(to, (...result) => {
        if (result[0] === null) this.#watch(`${to.protocol}//${to.host}`, result[1]);
        callback(...result);
      });
  }

  /** The error with which the origin's connection broke off; undefined: it is open, or the server closed it. */
  brokeOff(origin: string): Error | undefined {
    const error = this.#sockets.get(origin)?.errored as NodeJS.ErrnoException | null | undefined;
    // undici destroys connections with errors of its own and of its parser.
    return error == null || /^(HPE|UND)_/.test(error.code ?? 'UND_') ? undefined : error;
  }

  #watch(origin: string, socket: Socket): void {
    this.#sockets.set(origin, socket);
    socket.once('close', () => {
      // undici tells the request in a listener of the same event.
      process.nextTick(() => {
        if (this.#sockets.get(origin) === socket) this.#sockets.delete(origin);
      });
    });
  }
}
