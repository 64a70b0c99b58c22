import { once } from 'node:events';
import { isIPv6, type Socket } from 'node:net';
import { byName } from '../../base/by-name.ts';
import { codedError } from './failure.ts';

/** The end of a tunnel: an address, never a name, so that the proxy looks up nothing. */
export interface TunnelTarget {
  readonly address: string;
  readonly port: number;
}

/** Our login at a proxy. */
export interface ProxyUser {
  readonly user: string;
  readonly password: string;
}

/** Asks the proxy at the other end of a socket to connect to a target. Rejects when the proxy refuses. */
export type Handshake = (socket: Socket, target: TunnelTarget, user: ProxyUser | undefined) => Promise<void>;

export const handshakes = byName<Handshake>({ 'http:': connectTunnel, 'socks5:': socksTunnel });

/** A longer head is no answer to CONNECT. */
const maxHead = 16 * 1024;

/** CONNECT (RFC 9110 §9.3.6), for plain http too: a proxy that fetches by itself would look up the name by itself. */
async function connectTunnel(
  socket: Socket,
  { address, port }: TunnelTarget,
  user?: ProxyUser,
): Promise<void> {
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (user !== undefined) lines.push(`Proxy-Authorization: ${basic(user)}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const head = await take(socket, (bytes) => {
    const end = /\n\r?\n/.exec(bytes.toString('latin1'));
    if (end === null && bytes.length > maxHead) throw refused('its answer has no end');
    return end === null ? undefined : end.index + end[0].length;
  });
  const [line = ''] = head.toString('latin1').split('\n', 1);
  if (!/^HTTP\/1\.[01] +2\d\d\b/i.test(line)) throw refused(line.trimEnd());
}

/** The Basic scheme (RFC 7617), in UTF-8. */
export function basic({ user, password }: ProxyUser): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const socksRefusals = [
  '',
  'general failure',
  'not allowed by its rules',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'time to live expired',
  'command not supported',
  'address type not supported',
];
const noAuthentication = 0;
const password = 2;

/** SOCKS 5 (RFC 1928), with a user name and password (RFC 1929) where the proxy asks for them. */
async function socksTunnel(socket: Socket, target: TunnelTarget, user?: ProxyUser): Promise<void> {
  socket.write(
    Buffer.from(user === undefined ? [5, 1, noAuthentication] : [5, 2, noAuthentication, password]),
  );
  const [version, method] = await exactly(socket, 2);
  if (version !== 5) throw refused('it does not speak SOCKS 5');
  if (method === password && user !== undefined) {
    socket.write(Buffer.concat([Buffer.from([1]), counted(user.user), counted(user.password)]));
    const [, status] = await exactly(socket, 2);
    if (status !== 0) throw refused('it does not take our user name and password');
  } else if (method !== noAuthentication) {
    throw refused(
      user === undefined ? 'it wants a user name and password' : 'it takes none of our ways to log in',
    );
  }
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), addressBytes(target.address), portBytes(target.port)]));
  const reply = await exactly(socket, 4);
  const code = reply[1] ?? 0;
  if (code !== 0) throw refused(socksRefusals[code] ?? `SOCKS reply ${code}`);
  // The rest is the address that the proxy bound, which is not needed.
  const length = reply[3] === 1 ? 4 : reply[3] === 4 ? 16 : ((await exactly(socket, 1))[0] ?? 0);
  await exactly(socket, length + 2);
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255) throw refused('SOCKS 5 takes user names and passwords of up to 255 bytes');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from([1, ...address.split('.').map(Number)]);
  const bytes = Buffer.alloc(17);
  bytes[0] = 4;
  for (const [i, group] of groupsOf(address).entries()) bytes.writeUInt16BE(group, 1 + i * 2);
  return bytes;
}

/** The eight groups of an IPv6 address; an IPv4 address at its end becomes two groups. */
function groupsOf(address: string): readonly number[] {
  const plain = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? address;
  const [head = '', tail] = plain.split('::');
  const groups = (text: string): readonly number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [groups(head), groups(tail ?? '')];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function portBytes(port: number): Buffer {
  return Buffer.from([port >> 8, port & 255]);
}

function exactly(socket: Socket, length: number): Promise<Buffer> {
  return take(socket, (bytes) => (bytes.length < length ? undefined : length));
}

/** Reads until `enough` returns how many of the bytes are wanted; puts the rest back into the socket. */
async function take(socket: Socket, enough: (bytes: Buffer) => number | undefined): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) {
      if (socket.readableEnded || socket.destroyed) throw refused('it hung up');
      await once(socket, 'readable');
      continue;
    }
    bytes = Buffer.concat([bytes, chunk]);
    const length = enough(bytes);
    if (length === undefined) continue;
    if (length < bytes.length) socket.unshift(bytes.subarray(length));
    return bytes.subarray(0, length);
  }
}

function refused(why: string): NodeJS.ErrnoException {
  return codedError('PROXY_REFUSED', why);
}
