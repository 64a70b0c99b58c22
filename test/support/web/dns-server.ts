import { createSocket, type RemoteInfo } from 'node:dgram';
import { isIPv6 } from 'node:net';

export interface DnsRecords {
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  /** Seconds. Default 300. */
  readonly ttl?: number;
  /** The name that this one is another name for; its records stand in the same answer. */
  readonly cname?: string;
  /** `silent`: no answer at all. Default `noerror`; a name that there is nothing about is `nxdomain`. */
  readonly says?: 'noerror' | 'nxdomain' | 'servfail' | 'silent';
  /** Says `says` only to questions for addresses of this family; by default to all. */
  readonly only?: 4 | 6;
  /** Bytes that stand in place of the records, one of which is announced, at once. */
  readonly broken?: Uint8Array;
}

/** A name server on loopback, over UDP (RFC 1035), that answers from a table. */
export interface DnsServer {
  /** As `setServers` takes it. */
  readonly address: string;
  /** Every question that came: name and type. */
  readonly questions: readonly string[];
  /** The most questions that waited for their answer at the same time. */
  readonly mostAtOnce: number;
  close(): Promise<void>;
}

const rcodes = { noerror: 0, servfail: 2, nxdomain: 3 } as const;
const types: Readonly<Record<number, string>> = { 1: 'A', 28: 'AAAA' };

export async function dnsServer(
  lookup: (name: string) => DnsRecords | undefined,
  options: { readonly delayMs?: number } = {},
): Promise<DnsServer> {
  const questions: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let atOnce = 0;
  let mostAtOnce = 0;
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = question(query);
    const isBroken = lookup(name)?.broken !== undefined;
    questions.push(`${name} ${types[type] ?? type}`);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        atOnce -= 1;
        reply(query, end, name, type, from);
      },
      isBroken ? 0 : options.delayMs,
    );
    timers.add(timer);
  });

  function reply(query: Buffer, end: number, name: string, type: number, from: RemoteInfo): void {
    const records: DnsRecords = lookup(name) ?? { says: 'nxdomain' };
    const family = type === 28 ? 6 : 4;
    const says =
      records.only === undefined || records.only === family ? (records.says ?? 'noerror') : 'noerror';
    if (says === 'silent') return;
    const { broken } = records;
    const answers =
      broken !== undefined ? [Buffer.from(broken)] : says === 'noerror' ? answersOf(records, type) : [];
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | rcodes[says], 2);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), from.port, from.address);
  }

  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    get mostAtOnce() {
      return mostAtOnce;
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      return new Promise((resolve) => socket.close(() => resolve()));
    },
  };
}

/** The first question of a message, and where it ends. */
function question(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answersOf({ a = [], aaaa = [], ttl = 300, cname }: DnsRecords, type: number): readonly Buffer[] {
  const asked = Buffer.from([0xc0, 12]);
  const name = cname === undefined ? asked : nameBytes(cname);
  const alias = cname === undefined ? [] : [record(asked, 5, ttl, nameBytes(cname))];
  const addresses = type === 1 ? a : type === 28 ? aaaa : [];
  return [...alias, ...addresses.map((address) => record(name, type, ttl, addressBytes(address)))];
}

function record(name: Buffer, type: number, ttl: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttl, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, fixed, data]);
}

function nameBytes(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((one) => Number.parseInt(one, 16));
  const [left, right] = [groups(head), groups(tail)];
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
  const bytes = Buffer.alloc(16);
  for (const [i, group] of all.entries()) bytes.writeUInt16BE(group, i * 2);
  return bytes;
}
