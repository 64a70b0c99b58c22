import { Socket } from 'node:net';

/** The most that one read of a socket brings, as in libuv. */
const readBytes = 64 * 1024;
const endOfHead = '\r\n\r\n';
/** Blank lines before this are not looked for: a server that sends nothing else must not be read line by line. */
const leastHead = 128;

/**
 * One buffer that all sockets of a thread read into. By itself Node allocates 64 KB for each read, copies what came, and
 * queues it; that memory is garbage outside of V8's heap, which brings on collections of the whole heap.
 *
 * What came is offered to the reader of the socket within the read. Pieces of a body are views of the buffer, which the
 * reader copies if it keeps them. Heads are copied here, because parsers keep parts of them until the next read. What is
 * not read at once is copied too, and waits in the socket as it does without this.
 */
export interface SharedReads {
  /** The option of `net.connect` and `tls.connect`; `share` has to be called before anything comes. */
  readonly onread: { readonly buffer: Uint8Array; readonly callback: () => boolean };
  share(socket: Socket): void;
  /** Whether what comes next is the body of an answer. */
  expectBody(socket: Socket, isBody: boolean): void;
}

export function sharedReads(): SharedReads {
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  const inBody = new WeakSet<Socket>();
  /** During a read: whose it is, and what of it was not taken yet. */
  let reading: Socket | undefined;
  let untaken: Buffer | undefined;

  function take(socket: Socket): Buffer | undefined {
    const bytes = untaken;
    untaken = undefined;
    if (bytes === undefined || inBody.has(socket)) return bytes;
    const end = bytes.indexOf(endOfHead, leastHead);
    if (end < 0) return Buffer.from(bytes);
    const bodyAt = end + endOfHead.length;
    if (bodyAt < bytes.length) untaken = bytes.subarray(bodyAt);
    return Buffer.from(bytes.subarray(0, bodyAt));
  }

  /** Node calls this as a method of the socket. @returns whether to go on reading */
  function received(this: Socket, size: number): boolean {
    const bytes = buffer.subarray(0, size);
    if (this.readableLength > 0) return this.push(Buffer.from(bytes));
    reading = this;
    untaken = bytes;
    this.emit('readable');
    const left = untaken as Buffer | undefined;
    reading = undefined;
    untaken = undefined;
    return left === undefined || this.destroyed || this.push(Buffer.from(left));
  }

  return {
    onread: { buffer, callback: received as () => boolean },
    share(socket) {
      const { read, unshift } = Socket.prototype;
      socket.read = (size?: number) =>
        (reading === socket && size === undefined ? take(socket) : undefined) ?? read.call(socket, size);
      // A parser that pauses gives back what it has not read, a view of the buffer.
      socket.unshift = (chunk: Uint8Array) => unshift.call(socket, Buffer.from(chunk));
    },
    expectBody(socket, isBody) {
      if (isBody) inBody.add(socket);
      else inBody.delete(socket);
    },
  };
}
