/**
 * The link graph of a crawl of a given size: gathering it from a link log, ranks, the distiller, sites and a directory, in seconds
 * and memory. `node bench/graph.ts [--pages 1000000] [--links 10] [--memory 1024] [--only pagerank,distil]`. The web is drawn:
 * popular pages are linked to most.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FileGraphs } from '../lib/adapters/embedded/files/file-graphs.ts';
import { SystemClock } from '../lib/adapters/system/clock.ts';
import { RandomEntropy } from '../lib/adapters/system/entropy.ts';
import { draftDirectory } from '../lib/capabilities/graph/draft-directory.ts';
import { writePieces } from '../lib/faces/files.ts';
import { distilTopic } from '../lib/graph/distilling.ts';
import { pageRank, ranksOf } from '../lib/graph/ranks.ts';
import { graphFiles, siteReport } from '../lib/graph/reports.ts';
import { gatherParts } from '../lib/pipeline/link-graph/gather-parts.ts';
import { withGraph } from '../lib/pipeline/link-graph/open-graph.ts';
import type { LinkLog } from '../lib/ports/link-log.ts';
import { testSettings } from '../test/support/settings.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000000' },
    links: { type: 'string', default: '10' },
    memory: { type: 'string', default: '1024' },
    only: { type: 'string' },
  },
});
const [pages, links] = [Number(values.pages), Number(values.links)];
/** Pages of a segment, as ten turns of ten pages. */
const perSegment = 100;
const hosts = Math.max(10, Math.round(pages / 100));

let state = 12_345;
function chance(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

const url = (page: number): string => `https://www.host${page % hosts}.example/articles/${page}.html`;

/** Segments are drawn when they are read: the bench measures the graph, not the store. */
let drawing = 0;
const log: LinkLog = {
  register: async () => undefined,
  put: async () => undefined,
  open: async () => [],
  done: async () => undefined,
  kept: async (_, limit, after) => {
    const from = after === undefined ? 0 : Number(after.slice(15)) + 1;
    const count = Math.max(0, Math.min(limit, Math.ceil(pages / perSegment) - from));
    return Array.from({ length: count }, (_, at) => `00000000000001-${String(from + at).padStart(9, '0')}`);
  },
  read: async (_, id) => {
    const begun = process.cpuUsage();
    const from = Number(id.slice(15)) * perSegment;
    const lines: string[] = [];
    for (let page = from; page < Math.min(pages, from + perSegment); page += 1) {
      const targets = Array.from({ length: links }, () => url(Math.floor(pages * chance() ** 3)));
      const found = targets.map(
        (target) => `{"url":"${target}","anchor":"an anchor text","rel":[],"element":"a","place":"main"}`,
      );
      lines.push(
        `{"v":1,"url":"${url(page)}","host":"www.host${page % hosts}.example","turn":1,"depth":1,"at":${page + 1},"outcome":"stored","score":1,"relevance":${chance().toFixed(3)},"ownAdmitted":true,"links":[${found.join(',')}]}`,
      );
    }
    const text = Buffer.from(lines.join('\n'));
    drawing += cpuSince(begun);
    return text;
  },
};

function cpuSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

const only = values.only?.split(',');

function measured<T>(key: string, name: string, run: () => T): T | undefined {
  if (only?.includes(key) === false) return undefined;
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  const result = run();
  console.log(row(name, (performance.now() - begun) / 1_000, cpuSince(cpu)));
  return result;
}

function row(name: string, seconds: number, cpu: number): string {
  const peak = process.resourceUsage().maxRSS / 1_024;
  return `| ${name} | ${seconds.toFixed(1)} | ${cpu.toFixed(1)} | ${Math.round(peak)} |`;
}

const directory = mkdtempSync(join(tmpdir(), 'winnow-graph-'));
try {
  const stores = { graphs: new FileGraphs(directory), links: log };
  const ports = { ...stores, clock: new SystemClock(), entropy: new RandomEntropy() };
  console.log(`${pages} pages with ${links} links each, ${hosts} sites\n`);
  console.log('| step | s | CPU s | peak MB |\n|---|--:|--:|--:|');
  const [settings, options] = [
    testSettings('bench'),
    { endBy: Number.POSITIVE_INFINITY, memoryMb: Number(values.memory) },
  ];
  let [begun, cpu] = [performance.now(), process.cpuUsage()];
  const { state: stored } = await gatherParts(ports, 'bench', settings, options);
  console.log(
    row('gather and store (with drawing the log)', (performance.now() - begun) / 1_000, cpuSince(cpu)),
  );
  console.log(`| of that, drawing the log | ${drawing.toFixed(1)} | ${drawing.toFixed(1)} | |`);
  [begun, cpu] = [performance.now(), process.cpuUsage()];
  await withGraph(ports, 'bench', settings, options, ({ web }) => {
    if (web === undefined) throw new Error('there is no graph');
    console.log(row('read it, and make the graph', (performance.now() - begun) / 1_000, cpuSince(cpu)));
    measured('pagerank', '20 iterations of PageRank', () =>
      pageRank(web.links, { maxIterations: 20, tolerance: 0 }),
    );
    const found = measured('distil', 'distil, 50 iterations, sites that vote as one', () =>
      distilTopic(web, { share: 0.15, iterations: 50 }),
    );
    measured('sites', 'sites', () => siteReport(web, { minPages: 1, sort: 'rank', top: 20 }));
    measured('ranks', 'all ranks', () => ranksOf(web));
    measured('directory', 'a directory of one class', () =>
      draftDirectory(web, { top: 25, minPages: 1, share: 0.15, iterations: 50 }),
    );
    measured('export', 'export as CSR', () => {
      for (const { name, lines } of graphFiles(web, 'csr')) writePieces(join(directory, name), lines);
    });
    console.log(
      `\n${web.urls.size()} URLs, ${web.links.targets.length} edges, ${stored.parts.length} parts, ${found?.votes} votes`,
    );
  });
} finally {
  rmSync(directory, { recursive: true });
}
