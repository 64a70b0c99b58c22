/**
 * Kills a crawl of one page a turn again and again, on the main thread and on workers, with and without raw documents:
 * `node bench/kills.ts [--kills 40] [--seed 1] [--workers 0,2]`. Nothing may be stuck or lost, and `sanity` has to agree.
 */
import { parseArgs } from 'node:util';
import { crawlThroughKills } from '../test/e2e/support/random-kills.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '0,2' },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);

console.log(`\n${kills} kills at random moments, one page a turn, seed ${seed}.\n`);
const columns = ['turns on', 'documents', 'killed', 'pages', 'fetched again', 'stuck', 'lost', 'faults', 's'];
console.log(`| ${columns.join(' | ')} |`);
console.log(`|---|---|${'---:|'.repeat(columns.length - 2)}`);
for (const workers of values.workers.split(',').map(Number)) {
  for (const keep of [true, false]) {
    const began = performance.now();
    const { killed, pages, again, stuck, lost, faults } = await crawlThroughKills({
      ...{ kills, seed, workers, keep },
    });
    const cells = [
      workers === 0 ? 'the main thread' : `${workers} workers`,
      keep ? 'kept' : 'not kept',
      ...[killed, pages, again, stuck, lost, faults.length],
      Math.round((performance.now() - began) / 1_000),
    ];
    console.log(`| ${cells.join(' | ')} |`);
    for (const one of faults.slice(0, 10)) console.error(one);
    if (stuck + lost + faults.length > 0) process.exitCode = 1;
  }
}
