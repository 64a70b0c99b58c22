/**
 * What hostile pages take to read: `node bench/hostile-shapes.ts`. Processor milliseconds at 1, 2 and 4 MB on a thread of the
 * reader pool, the slowest shapes by megabyte first.
 */
import { readerPool } from '../lib/adapters/reading/reader-pool.ts';
import { hostileRequest, hostileShapes } from '../test/support/reading/hostile-shapes.ts';

const megabytes = [1, 2, 4];
const shown = 10;

const pool = readerPool({ threads: 1 });
const rows: { readonly name: string; readonly times: readonly number[]; readonly unread: string }[] = [];
for (const shape of hostileShapes) {
  const times: number[] = [];
  let unread = '';
  for (const size of megabytes) {
    const request = hostileRequest(shape, size * 1_000_000);
    const before = process.cpuUsage();
    const read = await pool.read(request);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
    if (read.kind !== 'page') {
      unread = `${read.kind}${'detail' in read ? `: ${read.detail}` : ''}`;
      break;
    }
  }
  rows.push({ name: shape.name, times, unread });
}
await pool.close();

const perMegabyte = ({ times }: (typeof rows)[number]): number =>
  (times.at(-1) ?? 0) / (megabytes[times.length - 1] ?? 1);
rows.sort((a, b) => perMegabyte(b) - perMegabyte(a));
console.log(`${rows.length} shapes, processor ms at ${megabytes.join(', ')} MB; the slowest ${shown}\n`);
for (const row of rows.filter(({ unread }, place) => place < shown || unread !== '')) {
  const times = row.times.map((time) => time.toFixed(0).padStart(7)).join('');
  console.log(
    `${row.name.padEnd(44)}${times}  ${perMegabyte(row).toFixed(0).padStart(6)} a megabyte  ${row.unread}`,
  );
}
const [slowest] = rows;
if (slowest) console.log(`\nslowest: ${perMegabyte(slowest).toFixed(0)} ms a megabyte (${slowest.name})`);
if (rows.some(({ unread }) => unread !== '')) process.exitCode = 1;
