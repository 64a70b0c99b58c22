import { performServerHandshake, type ServerHttp2Stream } from 'node:http2';
import { duplexPair } from 'node:stream';
import { createServer, type TLSSocket } from 'node:tls';
import { listen } from './hostile-server.ts';

const frameTypes = { data: 0, headers: 1, reset: 3, goaway: 7 } as const;
const [endStream, endHeaders] = [1, 4];
/** The field `:status: 200` in the static table of HPACK (RFC 7541, Appendix A). */
const indexedOk = Buffer.from([0x88]);

/** One answer over HTTP/2, and frames that Node would not send (RFC 9113 §6). */
export interface Answering {
  readonly path: string;
  /** Sends what comes before a fault. */
  readonly stream: ServerHttp2Stream;
  /** The connection. */
  readonly socket: TLSSocket;
  /** Sends a head of status 200 whose fields may be none, and a body. */
  answer(fields: readonly (readonly [string, string])[], body: string): void;
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

function rawFrames(socket: TLSSocket, stream: number): Pick<Answering, 'answer' | 'reset' | 'goAway'> {
  const send = (type: number, flags: number, id: number, payload: Buffer): void => {
    const head = Buffer.alloc(9);
    head.writeUIntBE(payload.length, 0, 3);
    head.writeUInt8(type, 3);
    head.writeUInt8(flags, 4);
    head.writeUInt32BE(id, 5);
    socket.write(Buffer.concat([head, payload]));
  };
  return {
    answer(fields, body) {
      const literals = fields.flatMap(([name, value]) => [Buffer.from([0]), counted(name), counted(value)]);
      send(frameTypes.headers, endHeaders, stream, Buffer.concat([indexedOk, ...literals]));
      send(frameTypes.data, endStream, stream, Buffer.from(body));
    },
    reset: (code) => send(frameTypes.reset, 0, stream, words(code)),
    goAway: (code, last) => send(frameTypes.goaway, 0, 0, words(last, code)),
  };
}

/** A string of HPACK, of fewer than 127 bytes (RFC 7541 §5.2). */
function counted(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
}
