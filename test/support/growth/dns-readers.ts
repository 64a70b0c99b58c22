import { createSocket } from 'node:dgram';
import { dnsResolver } from '../../../lib/adapters/web/dns-resolver.ts';
import type { Reader } from './growth.ts';

/** Answers of a name server on loopback: the text stands for their bytes. */
export function dnsReaders(): {
  readonly readers: readonly Reader[];
  open(): Promise<void>;
  close(): void;
} {
  let answer = Buffer.alloc(0);
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const head = Buffer.from(query.subarray(0, 12));
    // An answer without an error, with as many records as a number has room for.
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(0xffff, 6);
    // What has no room in a packet is not sent.
    const bytes = Buffer.concat([head, query.subarray(12), answer]).subarray(0, 65_000);
    socket.send(bytes, port, address);
  });
  let resolve: ReturnType<typeof dnsResolver>;
  const record = '\xc0\x0c\0\x01\0\x01\0\0\0\x09\0\x04\x01\x02\x03\x04';
  return {
    readers: [
      {
        name: 'answers of a name server',
        heads: ['', record, '\xc0\x0c\0\x05\0\x01\0\0\0\x09\xff\xff'],
        marks: [record, '\xc0\x0c', '\x01a', '\x01a\0', '\xc0\x0c\0\x05\0\x01\0\0\0\x09\0\x02\xc0\x0c'],
        read: async (text) => {
          answer = Buffer.from(text, 'latin1');
          // Most of these are no answers.
          await resolve('a.example').catch(() => undefined);
        },
      },
    ],
    open: () =>
      new Promise((opened) => {
        socket.bind(0, '127.0.0.1', () => {
          const servers = [`127.0.0.1:${socket.address().port}`];
          resolve = dnsResolver({ servers, hosts: async () => [], ipv6First: false });
          opened();
        });
      }),
    close: () => void socket.close(),
  };
}
