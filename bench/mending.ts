/**
 * What the mending of odd answers costs where answers are right: `node bench/mending.ts [--answers 100000] [--runs 15]`. The
 * same answers are read from a socket with the step that mends and without it, in turns. CPU is that of this process.
 */

import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { mendedAnswers } from '../lib/adapters/web/mending/mended-answers.ts';

const { values } = parseArgs({
  options: { answers: { type: 'string', default: '100000' }, runs: { type: 'string', default: '15' } },
});
const count = Number(values.answers);

const fields = [
  'HTTP/1.1 200 OK',
  'Server: nginx/1.24.0',
  'Date: Fri, 27 Nov 2026 10:00:00 GMT',
  'Content-Type: text/html; charset=utf-8',
  'Last-Modified: Thu, 26 Nov 2026 10:00:00 GMT',
  'Connection: keep-alive',
  'ETag: "6566-9000"',
  'Vary: Accept-Encoding',
  'Content-Encoding: gzip',
  'Cache-Control: max-age=600',
  'X-Frame-Options: SAMEORIGIN',
  'Strict-Transport-Security: max-age=31536000',
];
const headWith = (framing: string): Buffer => Buffer.from([...fields, framing, '', ''].join('\r\n'));
const chunk = (length: number): string => `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`;

const kinds: Readonly<Record<string, readonly Buffer[]>> = {
  'with a length': [headWith('Content-Length: 9000'), Buffer.alloc(9_000, 'x')],
  'in chunks': [
    headWith('Transfer-Encoding: chunked'),
    Buffer.from(`${chunk(4_096)}${chunk(4_904)}0\r\n\r\n`),
  ],
};

/** CPU of one answer, µs. */
function cpuOf(pieces: readonly Buffer[], isMended: boolean): number {
  let waiting: Buffer[] = [];
  const socket = Object.assign(new Readable(), { read: () => waiting.shift() ?? null }) as unknown as Socket;
  const answers = mendedAnswers();
  if (isMended) answers.watch(socket);
  const before = process.cpuUsage();
  for (let i = 0; i < count; i += 1) {
    waiting = [...pieces];
    while (socket.read() !== null);
    answers.answered(socket);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

console.log('| right answers | µs of CPU each: median | least | most |');
console.log('|---|---:|---:|---:|');
for (const [kind, pieces] of Object.entries(kinds)) {
  const costs = Array.from({ length: Number(values.runs) }, (_, run) => {
    const first = cpuOf(pieces, run % 2 === 0);
    const second = cpuOf(pieces, run % 2 !== 0);
    return run % 2 === 0 ? first - second : second - first;
  }).sort((a, b) => a - b);
  const at = (place: number): string => (costs[Math.floor(place * (costs.length - 1))] ?? 0).toFixed(2);
  console.log(`| ${kind} | ${at(0.5)} | ${at(0)} | ${at(1)} |`);
}
