/**
 * Honest hosts beside hostile ones: one whose robots.txt is a line of blanks, one that answers with files whose chains loop, one that is
 * damaged in the database. How fast the honest ones are crawled, and what memory that takes: `node bench/beside-hostile.ts [--hosts 5] [--pages 1500]`.
 */
import { parseArgs } from 'node:util';
import { crawlBesideHostile, hostileKinds } from '../test/e2e/support/web/crawl-beside-hostile.ts';

const { values } = parseArgs({
  options: { hosts: { type: 'string', default: '5' }, pages: { type: 'string', default: '1500' } },
});
const honest = { honestHosts: Number(values.hosts), honestPages: Number(values.pages) };
const goalMb = 700;

console.log(`${values.hosts} honest hosts with ${values.pages} pages; at most ${goalMb} MB are asked for\n`);
console.log('| beside | honest pages | seconds | pages a second | peak MB | exit |');
console.log('|---|---:|---:|---:|---:|---:|');
for (const hostile of [[], ...hostileKinds.map((kind) => [kind]), hostileKinds]) {
  const { pages, honestMs, peakMb = 0, exit } = await crawlBesideHostile({ ...honest, hostile });
  const cells = [
    hostile.length === 0 ? 'nobody' : hostile.join(', '),
    pages,
    (honestMs / 1_000).toFixed(1),
    Math.round((pages * 1_000) / honestMs),
    Math.round(peakMb),
    exit,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
