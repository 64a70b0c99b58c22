/**
 * Processor time of a page of a focused crawl on one machine while more and more URLs wait, and their ranks are revised all
 * the time: `node bench/focus-cpu.ts [--pending 1000,10000,100000] [--pages 1000] [--runs 3] [--yield off,on]`. The web is that of
 * bench/focus-units.ts, in a process of its own. Counted from when all URLs wait.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withLocal } from '../bin/commands/base/context.ts';
import { loadJob } from '../lib/config/job/load-job.ts';
import { table } from './units-tables.ts';

const { values } = parseArgs({
  options: {
    pending: { type: 'string', default: '1000,10000,100000' },
    pages: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
    yield: { type: 'string', default: 'off,on' },
  },
});
const [pages, runs] = [Number(values.pages), Number(values.runs)];
const hosts = 20;
const job = (hold: boolean): string => `name: waiting
scope: { hosts: [localhost] }
network: { allow: [localhost] }
politeness: { waitIntervalHost: 0, responseFactor: 0 }
topic: { file: topic.txt }
focus: { mode: soft }
yield: { hold: ${hold} }
turn: { maxPages: 5 }
`;

/** Milliseconds a page, user and system, of each run. */
async function measure(waiting: number, hold: boolean): Promise<readonly number[]> {
  const web = fork(join(import.meta.dirname, 'waiting-web-server.ts'), [
    JSON.stringify({ hosts, waiting, knownLinks: 15 }),
  ]);
  const directory = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  try {
    const [seeds] = (await once(web, 'message')) as [readonly string[]];
    writeFileSync(join(directory, 'topic.txt'), '10: owls=BIRDS\n5: nests=BIRDS\n2: barns=BIRDS\n');
    writeFileSync(join(directory, 'job.yaml'), job(hold));
    return await withLocal(loadJob(directory), {}, async ({ installation, job: name }) => {
      const { signal } = new AbortController();
      await installation.seed(name, seeds);
      await installation.crawl(name, { maxPages: seeds.length + pages, signal });
      const used: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        const before = process.cpuUsage();
        await installation.crawl(name, { maxPages: pages, signal });
        const { user, system } = process.cpuUsage(before);
        used.push((user + system) / 1_000 / pages);
      }
      return used;
    });
  } finally {
    web.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

const rows: string[][] = [];
for (const waiting of values.pending.split(',').map(Number)) {
  for (const mode of values.yield.split(',')) {
    const used = (await measure(waiting, mode === 'on')).toSorted((a, b) => a - b);
    const shown = [used[used.length >> 1], used[0], used.at(-1)];
    rows.push([String(waiting), mode, ...shown.map((ms = 0) => ms.toFixed(2))]);
  }
}
console.log(table(['URLs that wait', 'yield', 'CPU ms a page, median', 'least', 'most'], rows));
