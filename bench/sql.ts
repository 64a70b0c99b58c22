/**
 * Questions in SQL to a crawl of a given size: making the copy from stores that hold a visited job, and what each shipped question
 * takes, in a process of its own as `winnow sql` asks it. `node bench/sql.ts [--pages 1000000] [--links 10]
 * [--only NAMES]`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FileGraphs } from '../lib/adapters/embedded/files/file-graphs.ts';
import { askTables } from '../lib/adapters/sql/query-process.ts';
import { writeTableFile } from '../lib/adapters/sql/table-file.ts';
import { SystemClock } from '../lib/adapters/system/clock.ts';
import { copyTables } from '../lib/capabilities/sql/copy-tables.ts';
import { withGraphNow } from '../lib/capabilities/sql/graph-to-copy.ts';
import { namedQueries, textOf } from '../lib/capabilities/sql/named-queries.ts';
import type { QueryValues } from '../lib/capabilities/sql/named-query.ts';
import type { LinkLog } from '../lib/ports/link-log.ts';
import { testSettings } from '../test/support/settings.ts';
import { memoryPorts } from '../test/support/stores.ts';
import { termTopic } from '../test/support/topic/topic.ts';
import { fillVisited } from './visited-job.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000000' },
    links: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
});
const [pages, links] = [Number(values.pages), Number(values.links)];
const perHost = 100;
const hosts = Math.ceil(pages / perHost);
const classes = 100;
const perSegment = 100;

let state = 12_345;
function chance(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

/** As `fillVisited` names pages. */
function urlOf(page: number): string {
  const number = page % perHost;
  return `https://h${Math.floor(page / perHost)}.example/${number % 2 === 0 ? 'news' : 'about'}/${number}`;
}

/** Segments are drawn when they are read. A third of the links stay on their host; some lead to URLs that nobody visited. */
const log: Pick<LinkLog, 'kept' | 'read'> = {
  kept: async (_, limit, after) => {
    const from = after === undefined ? 0 : Number(after.slice(15)) + 1;
    const count = Math.max(0, Math.min(limit, Math.ceil(pages / perSegment) - from));
    return Array.from({ length: count }, (_, at) => `00000000000001-${String(from + at).padStart(9, '0')}`);
  },
  read: async (_, id) => {
    const from = Number(id.slice(15)) * perSegment;
    const lines: string[] = [];
    for (let page = from; page < Math.min(pages, from + perSegment); page += 1) {
      const found = Array.from({ length: links }, () => {
        const own = page - (page % perHost) + Math.floor(perHost * chance());
        const target = chance() < 1 / 3 ? own : Math.floor(1.1 * pages * chance() ** 3);
        return `{"url":"${urlOf(target)}","anchor":"an anchor text","rel":[],"element":"a","place":"main"}`;
      });
      lines.push(
        `{"v":1,"url":"${urlOf(page)}","host":"h${Math.floor(page / perHost)}.example","turn":1,"depth":1,"at":${page + 1},"outcome":"stored","score":1,"relevance":${chance().toFixed(3)},"best":"C${page % classes}","ownAdmitted":true,"links":[${found.join(',')}]}`,
      );
    }
    return Buffer.from(lines.join('\n'));
  },
};

/** Values of questions that have none by default. */
const given: Readonly<Record<string, QueryValues>> = {
  neighbours: { url: urlOf(0) },
  together: { url: urlOf(perHost * Math.floor(hosts / 2)) },
  citations: { from: 'C1', to: 'C2' },
};

function row(name: string, begun: number, of: NodeJS.CpuUsage, note = ''): string {
  const { user, system } = process.cpuUsage(of);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(2);
  return `| ${name} | ${seconds} | ${((user + system) / 1e6).toFixed(1)} | ${note} |`;
}

const directory = mkdtempSync(join(tmpdir(), 'winnow-sql-'));
try {
  const ports = {
    ...memoryPorts(),
    clock: new SystemClock(),
    graphs: new FileGraphs(directory),
    links: log as LinkLog,
  };
  const topic = termTopic('10: owl=C1', {
    classes: Array.from({ length: classes }, (_, at) => ({ id: `C${at}` })),
  });
  const settings = { ...testSettings('bench'), topic };
  const numberOf = (url: string): number => Number(url.slice(url.lastIndexOf('/') + 1));
  const detailOf = (url: string): string =>
    `score ${(10 * chance()).toFixed(3)}; best C${numberOf(url) % classes} 80 % (owl)`;
  await fillVisited(ports, { name: 'bench', hosts, pages: perHost, settings, detailOf });
  const job = await ports.jobs.job('bench');
  if (job === undefined) throw new Error('the job is not there');
  const file = join(directory, 'crawl.db');
  console.log(
    `${pages} pages with ${links} links each on ${hosts} hosts\n\n| step | s | CPU s | |\n|---|--:|--:|---|`,
  );
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  const writer = writeTableFile(file);
  const endBy = Number.POSITIVE_INFINITY;
  await withGraphNow(ports, job, endBy, (graph) => copyTables(ports, job, { writer, ...graph, endBy }));
  writer.finish();
  const peak = Math.round(process.resourceUsage().maxRSS / 1_024);
  const megabytes = Math.round(statSync(file).size / 1e6);
  console.log(
    row('copy, with gathering and distilling the graph', begun, cpu, `${megabytes} MB; peak ${peak} MB`),
  );
  console.log('\n| question | s | rows |\n|---|--:|--:|');
  const only = values.only?.split(',');
  for (const query of namedQueries.filter(({ name }) => only?.includes(name) !== false)) {
    const asked = { ...query.parameters, ...given[query.name] } as QueryValues;
    const from = performance.now();
    const answer = await askTables(
      { file, sql: textOf(query), values: asked, rows: 1_000 },
      { timeMs: 600_000 },
    );
    const seconds = ((performance.now() - from) / 1_000).toFixed(2);
    console.log(`| ${query.name} | ${seconds} | ${answer.rows.length}${answer.more ? '+' : ''} |`);
  }
} finally {
  rmSync(directory, { recursive: true });
}
