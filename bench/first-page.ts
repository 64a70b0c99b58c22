/**
 * How soon a crawl of 100 hosts asks for its first page: `node bench/first-page.ts [--runs 5]`, without workers, with one and with
 * two, in turns. Time by the clock and processor time of the crawl's process from its start, medians. Linux only (proc(5)).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { useBundledPrograms } from '../packaging/use-bundled-programs.ts';
import { generatedSite } from '../test/support/web/generated-site.ts';
import { startWeb } from '../test/support/web/web-server.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const programs = useBundledPrograms('bench');
const winnow = fileURLToPath(new URL('../bin/winnow.js', import.meta.url));
const site = generatedSite({ hosts: 100, pages: 400, seed: 1 });
/** The kernel counts time in hundredths of a second here, whatever its own clock does (proc(5)). */
const tickMs = 10;

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

let asked: (path: string) => void = () => undefined;
const web = await startWeb({
  pages(request) {
    asked(request.path);
    return site.page(request);
  },
});

function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

async function start(workers: number): Promise<Start> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-first-'));
  const job = {
    ...{ name: 'first', seeds: site.seeds(web.port), scope: { hosts: ['localhost'] } },
    ...{ network: { allow: ['localhost'] }, politeness: { waitIntervalHost: 0 } },
    ...(workers > 0 ? { crawl: { workers } } : {}),
  };
  writeFileSync(join(directory, 'job.yaml'), JSON.stringify(job));
  const begun = performance.now();
  const child = spawn(process.execPath, [winnow, 'crawl', '--json', '--job', directory], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const first = await new Promise<Start>((resolve) => {
    asked = (path) => {
      if (path === '/robots.txt') return;
      asked = () => undefined;
      resolve({ wallMs: performance.now() - begun, cpuMs: cpuMsOf(child.pid ?? 0) });
    };
  });
  child.kill('SIGKILL');
  await ended;
  rmSync(directory, { recursive: true });
  return first;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
}

const counts = [0, 1, 2];
const starts = new Map(counts.map((count) => [count, [] as Start[]]));
for (let run = 0; run < Number(values.runs); run += 1)
  for (const count of counts) starts.get(count)?.push(await start(count));
console.log('| workers | ms by the clock | CPU ms |\n|---|---:|---:|');
for (const [count, list] of starts) {
  const wall = median(list.map(({ wallMs }) => wallMs));
  console.log(`| ${count || 'none'} | ${Math.round(wall)} | ${median(list.map(({ cpuMs }) => cpuMs))} |`);
}
await web.close();
programs.remove();
