import { connect, createServer, type Socket } from 'node:net';
import { listen } from './hostile-server.ts';

/** A proxy on loopback. It refuses every target that it cannot connect to, and those of which `refuses` says so. */
export interface ProxyUnderTest {
  readonly port: number;
  /** What it was asked to connect to, as it was written. */
  readonly targets: readonly string[];
  close(): Promise<void>;
}

export interface ProxyTestOptions {
  /** `user:password`, without which nobody is let through. */
  readonly login?: string;
  readonly refuses?: (target: string) => boolean;
}

type Serve = (socket: Socket, targets: string[]) => Promise<void>;

/** A proxy that knows CONNECT and nothing else. */
export function connectProxy(options: ProxyTestOptions = {}): Promise<ProxyUnderTest> {
  return proxy(async (socket, targets) => {
    const head = await until(socket, (bytes) => bytes.indexOf('\r\n\r\n') + 4 || undefined);
    const [line = '', ...fields] = head.toString('latin1').split('\r\n');
    const target = /^CONNECT (\S+) HTTP\/1\.1$/.exec(line)?.[1] ?? '';
    targets.push(target);
    const login = fields.find((field) => /^proxy-authorization: basic /i.test(field))?.split(' ')[2] ?? '';
    if (options.login !== undefined && Buffer.from(login, 'base64').toString() !== options.login) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
    } else if (options.refuses?.(target) === true) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    } else {
      const colon = target.lastIndexOf(':');
      const to = await opened(target.slice(0, colon).replace(/[[\]]/g, ''), Number(target.slice(colon + 1)));
      if (to === undefined) socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      else join(socket, to, Buffer.from('HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n'));
    }
  });
}

/** A SOCKS 5 proxy (RFC 1928, RFC 1929). */
export function socksProxy(options: ProxyTestOptions = {}): Promise<ProxyUnderTest> {
  return proxy(async (socket, targets) => {
    const greeting = await until(socket, (bytes) => (bytes.length > 1 ? 2 + (bytes[1] ?? 0) : undefined));
    const wanted = options.login === undefined ? 0 : 2;
    const method = greeting.subarray(2).includes(wanted) ? wanted : 255;
    socket.write(Buffer.from([5, method]));
    if (method === 2) {
      const user = await counted(socket, 1);
      const password = await counted(socket, 0);
      const right = `${user}:${password}` === options.login;
      socket.write(Buffer.from([1, right ? 0 : 1]));
      if (!right) socket.end();
    }
    const head = await until(socket, () => 4);
    const bytes = await until(socket, () => (head[3] === 1 ? 6 : 18));
    const port = bytes.readUInt16BE(bytes.length - 2);
    const groups = Array.from({ length: 8 }, (_, i) =>
      head[3] === 4 ? bytes.readUInt16BE(i * 2).toString(16) : '',
    );
    const address = head[3] === 1 ? [...bytes.subarray(0, 4)].join('.') : groups.join(':');
    targets.push(`${address} ${port}`);
    const reply = (code: number): Buffer => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
    const to = options.refuses?.(address) === true ? undefined : await opened(address, port);
    if (to === undefined) socket.end(reply(5));
    else join(socket, to, reply(0));
  });
}

async function proxy(serve: Serve): Promise<ProxyUnderTest> {
  const targets: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    serve(socket, targets).catch(() => socket.destroy());
  });
  const port = await listen(server);
  return {
    port,
    targets,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function opened(host: string, port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => resolve(socket));
    socket.on('error', () => resolve(undefined));
  });
}

function join(one: Socket, other: Socket, greeting: Buffer): void {
  // A break is passed on as one.
  other.on('error', () => one.resetAndDestroy());
  other.on('close', () => one.destroy());
  one.on('close', () => other.destroy());
  one.write(greeting);
  one.pipe(other);
  other.pipe(one);
}

async function counted(socket: Socket, before: number): Promise<string> {
  const bytes = await until(socket, (all) =>
    all.length > before ? before + 1 + (all[before] ?? 0) : undefined,
  );
  return bytes.subarray(before + 1).toString();
}

async function until(socket: Socket, length: (bytes: Buffer) => number | undefined): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const wanted = length(bytes);
    if (wanted !== undefined && bytes.length >= wanted) {
      socket.unshift(bytes.subarray(wanted));
      return bytes.subarray(0, wanted);
    }
    const chunk: Buffer | null = socket.read();
    if (chunk !== null) bytes = Buffer.concat([bytes, chunk]);
    else
      await new Promise<void>((resolve, reject) => {
        socket.once('readable', resolve);
        socket.once('close', () => reject(new Error('closed')));
      });
  }
}
