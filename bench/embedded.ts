/**
 * A crawl on one machine beside others on the same site: `node bench/embedded.ts [--pages 10000] [--runs 3]
 * [--only floor,winnow,winnow0,winnow1,winnow2,winnow4,winnow8,winnow16,winnow25,bare,zstd,zstd2,adaptive,popular,unheld,crawlee,colly]
 * [--gzip] [--mixed] [--keep] [--profile]`. Contenders run in turn, each in a process of its own with a directory of its
 * own on the disk that TMPDIR is on; medians. CPU is user and system of the whole process, start-up included. Crawlee is
 * installed and Colly built before the first run; where that fails (no network, no Go) the others run. Judged by the log
 * of the site's server, which sends pages as gzip with `--gzip` (nginx only); with `--mixed` hosts are addresses, and
 * have redirects, dead links and sitemaps (Linux only).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { useBundledPrograms } from '../packaging/use-bundled-programs.ts';
import type { Verdict } from './access-log.ts';
import {
  adaptive,
  bare,
  buildColly,
  type Contender,
  colly,
  crawlee,
  floor,
  installCrawlee,
  popular,
  run,
  unheld,
  winnow,
  winnow0,
  winnow1,
  winnow2,
  winnow4,
  winnow8,
  winnow16,
  winnow25,
  zstd,
  zstd2,
} from './contenders.ts';
import { benchSite } from './site.ts';
import type { Usage } from './usage.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: 'floor,winnow,winnow25,colly,crawlee' },
    gzip: { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});

interface Run extends Usage {
  readonly verdict: Verdict;
}

const directory = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
const collyProgram = join(directory, 'colly');
const known: Readonly<Record<string, Contender>> = {
  ...{ floor, winnow, winnow0, winnow1, winnow2, winnow4, winnow8, winnow16, winnow25 },
  ...{ bare, zstd, zstd2, adaptive, popular, unheld, crawlee, colly: colly(collyProgram) },
};
const preparations: Readonly<Record<string, () => string | undefined>> = {
  crawlee: installCrawlee,
  colly: () => buildColly(collyProgram),
};
const names = values.only.split(',').filter((name) => {
  const refusal = preparations[name]?.();
  if (refusal !== undefined) console.log(`No ${name} (${refusal}); going on without it.`);
  return refusal === undefined;
});
const contenders = names.flatMap((name) => known[name] ?? []);
const runs = new Map<Contender, Run[]>(contenders.map((contender) => [contender, []]));
const programs = useBundledPrograms('bench');
const site = await benchSite(Number(values.pages), { gzip: values.gzip, isMixed: values.mixed });
try {
  for (let round = 0; round < Number(values.runs); round++) {
    for (const contender of contenders) {
      site.log.clear();
      const place = join(directory, `${contender.name.replaceAll(' ', '-')}-${round}`);
      const usage = await run(contender, site.seeds, place, values.profile);
      const verdict = site.log.verdict();
      runs.get(contender)?.push({ ...usage, verdict });
      console.error(
        `${contender.name}: ${usage.wallSeconds.toFixed(1)} s, CPU ${usage.cpuSeconds.toFixed(1)} s, ${verdict.found} pages`,
      );
    }
  }
  print();
} finally {
  await site.close();
  programs.remove();
  if (values.keep || values.profile) console.log(`\nKept in ${directory}`);
  else rmSync(directory, { recursive: true });
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
}

function per1000({ cpuSeconds, verdict }: Run): number {
  return (cpuSeconds * 1_000) / verdict.found;
}

/** The main thread's share of the time; Colly has no main thread. */
function shareOf(list: readonly Run[]): string {
  const shares = list.flatMap(({ mainShare }) => mainShare ?? []);
  return shares.length === 0 ? '–' : `${Math.round(100 * median(shares))} %`;
}

function print(): void {
  const base = runs.get(floor) ?? [];
  console.log(
    `\n${site.pages} pages of 30 to 60 KB with about 50 links on 100 hosts${values.mixed ? ' by address, beside redirects, dead links and sitemaps' : ''}, served by ${site.server}; no gap; Node ${process.versions.node}; medians of ${values.runs}\n`,
  );
  console.log(
    '| crawler | × floor (CPU) | CPU s per 1,000 pages | pages/s | peak RSS MB | main thread at work | pages found | asked again | robots.txt read | not 200 |',
  );
  console.log(`|---|${'---:|'.repeat(9)}`);
  for (const [{ name }, list] of runs) {
    // Pair by pair: the machine's speed drifts.
    const ratio = median(list.map((one, i) => per1000(one) / per1000(base[i] ?? one)));
    const worst = list.toSorted((a, b) => a.verdict.found - b.verdict.found)[0]?.verdict;
    const cells = [
      name,
      base.length > 0 ? ratio.toFixed(2) : '–',
      median(list.map(per1000)).toFixed(2),
      Math.round(median(list.map((one) => one.verdict.found / one.wallSeconds))),
      Math.round(median(list.map((one) => one.peakMb))),
      shareOf(list),
      worst && (worst.found === worst.expected ? 'all' : `${worst.found} of ${worst.expected}`),
      worst?.repeats,
      `${worst?.robots} of 100`,
      `${worst?.refused} of ${site.others}`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
