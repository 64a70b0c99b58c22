import { performServerHandshake, type ServerHttp2Stream } from 'node:http2';
import { duplexPair } from 'node:stream';
import { createServer, type TLSSocket } from 'node:tls';
import { listen } from './hostile-server.ts';

const frameTypes = { reset: 3, goaway: 7 } as const;

/** One answer over HTTP/2, and frames that Node would not send (RFC 9113 §6). */
export interface Answering {
  readonly path: string;
  /** Sends what comes before a fault. */
  readonly stream: ServerHttp2Stream;
  /** The connection. */
  readonly socket: TLSSocket;
  /** Sends RST_STREAM with an error code (RFC 9113 §7). */
  reset(code: number): void;
  /** Sends GOAWAY. @param last the last stream that is answered */
  goAway(code: number, last: number): void;
}

/** A server of HTTP/2 over TLS that can end an answer in any way. */
export interface FrameServer {
  readonly port: number;
  /** What was asked for, in order: `2 /path` over HTTP/2, `1 /path` over HTTP/1.1. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export interface FrameServerOptions {
  readonly certificate: { readonly cert: string; readonly key: string };
  readonly onRequest: (answering: Answering) => void;
  /** Answers requests over HTTP/1.1. Default: HTTP/1.1 is not spoken. */
  readonly onOldRequest?: (socket: TLSSocket, path: string) => void;
}

export async function frameServer(options: FrameServerOptions): Promise<FrameServer> {
  const { certificate, onRequest, onOldRequest } = options;
  const asked: string[] = [];
  const open = new Set<TLSSocket>();
  const ALPNProtocols = onOldRequest === undefined ? ['h2'] : ['h2', 'http/1.1'];
  const server = createServer({ ...certificate, ALPNProtocols }, (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    if (socket.alpnProtocol !== 'h2') {
      socket.on('data', (bytes: Buffer) => {
        const path = /^GET (\S+)/.exec(bytes.toString('latin1'))?.[1] ?? '';
        asked.push(`1 ${path}`);
        onOldRequest?.(socket, path);
      });
      return;
    }
    // Node takes the end of any write to a connection for one of the session that holds it, and aborts.
    const [near, far] = duplexPair();
    socket.pipe(near).pipe(socket);
    const session = performServerHandshake(far);
    session.on('error', () => undefined);
    socket.on('close', () => near.destroy());
    session.on('stream', (stream, { ':path': path = '' }) => {
      stream.on('error', () => undefined);
      asked.push(`2 ${path}`);
      onRequest({ path, stream, socket, ...rawFrames(socket, stream.id ?? 0) });
    });
  });
  const port = await listen(server);
  return {
    port,
    asked,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function rawFrames(socket: TLSSocket, stream: number): Pick<Answering, 'reset' | 'goAway'> {
  const send = (type: number, id: number, ...words: readonly number[]): void => {
    const frame = Buffer.alloc(9 + 4 * words.length);
    frame.writeUIntBE(4 * words.length, 0, 3);
    frame.writeUInt8(type, 3);
    frame.writeUInt32BE(id, 5);
    for (const [i, word] of words.entries()) frame.writeUInt32BE(word, 9 + 4 * i);
    socket.write(frame);
  };
  return {
    reset: (code) => send(frameTypes.reset, stream, code),
    goAway: (code, last) => send(frameTypes.goaway, 0, last, code),
  };
}
