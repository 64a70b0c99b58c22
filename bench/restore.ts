/**
 * How fast a job is dumped and restored, and in how much memory: `node bench/restore.ts [pages] [steps]`. Pages are made up: 6 kB of text, a
 * document of 12 kB, 100 a host. Each step runs in a process of its own: `dump` and `load` on one machine, `cloud` into the tables and
 * the bucket of a local cloud, `back` from there. What a dump has is the measure of MB/s.
 */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BundleDocuments } from '../lib/adapters/embedded/bundles/bundle-documents.ts';
import { openDiskFolder } from '../lib/adapters/system/disk-folder.ts';
import type { CanonicalUrl } from '../lib/base/url/url.ts';
import { dump } from '../lib/capabilities/backup/dump.ts';
import { load } from '../lib/capabilities/backup/load.ts';
import { setJobState } from '../lib/pipeline/job/open-job.ts';
import { startCloud, stopCloud } from '../localstack/cloud.ts';
import { readState } from '../localstack/state.ts';
import { openRegion } from '../test/support/backup/cloud-ports.ts';
import { HeldClock } from '../test/support/clock.ts';
import { putRecords } from '../test/support/export/put-records.ts';
import { seededRandom } from '../test/support/seeded-random.ts';
import { directoryPorts, type MemoryPorts } from '../test/support/stores.ts';
import { fillVisited } from './visited-job.ts';

const job = 'birds';
const hostPages = 100;
const perObject = 10;
const signal = new AbortController().signal;
const [first = '10000', second = 'dump,load,cloud,back'] = process.argv.slice(2);
const clock = new HeldClock(Date.now());
const say = (line: string): void => console.error(line);

const steps: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  fill: (folder) =>
    inside(folder, 'data', (ports) => fill(ports, Number(readFileSync(join(folder, 'pages'), 'utf8')))),
  dump: (folder) => inside(folder, 'data', (ports) => dumped(ports, folder, 'dump')),
  load: (folder) => inside(folder, 'loaded', (ports) => loaded(ports, folder, 'dump')),
  async cloud(folder) {
    const region = await openRegion(await cloudOf(folder), clock);
    writeFileSync(join(folder, 'region.json'), JSON.stringify(region.names));
    await loaded(region.stores, folder, 'dump');
    region.stores.close();
  },
  async back(folder) {
    const names = JSON.parse(readFileSync(join(folder, 'region.json'), 'utf8')) as object;
    const { stores } = await openRegion(await cloudOf(folder), clock, names);
    await dumped(stores, folder, 'again');
    stores.close();
  },
};

const step = steps[first];
if (step === undefined) await all(Number(first), second.split(','));
else await step(second);

async function all(pages: number, wanted: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-restore-'));
  try {
    writeFileSync(join(folder, 'pages'), String(pages));
    spawnSync(process.execPath, [import.meta.filename, 'fill', folder], { stdio: 'inherit' });
    console.log(`${pages} pages\nstep     wall s    CPU s   MB/s  peak MB  emulator's CPU s`);
    if (wanted.includes('cloud')) await cloudOf(folder);
    for (const name of wanted) {
      const before = emulatorSeconds(folder);
      const { seconds, cpu, peak } = runStep(name, folder);
      const size = bytesIn(join(folder, 'dump')) / 1e6;
      const figures = [seconds, cpu, size / seconds, peak, emulatorSeconds(folder) - before];
      console.log(`${name.padEnd(6)} ${figures.map((one) => one.toFixed(1).padStart(8)).join(' ')}`);
    }
  } finally {
    await stopCloud(join(folder, 'home'));
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Figures {
  readonly seconds: number;
  readonly cpu: number;
  readonly peak: number;
}

function runStep(name: string, folder: string): Figures {
  const { stdout, stderr, status } = spawnSync(process.execPath, [import.meta.filename, name, folder]);
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout.toString().split('\n').at(-2) ?? '{}') as Figures;
}

async function inside(
  folder: string,
  name: string,
  work: (ports: MemoryPorts) => Promise<void>,
): Promise<void> {
  const ports = directoryPorts(join(folder, name), clock);
  await work(ports);
  ports.close();
}

/** What the work itself took, without the start of the process. */
async function measured(work: Promise<unknown>): Promise<void> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work;
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - began) / 1e3;
  const figures: Figures = {
    seconds,
    cpu: (user + system) / 1e6,
    peak: process.resourceUsage().maxRSS / 1e3,
  };
  console.log(JSON.stringify(figures));
}

async function dumped(ports: MemoryPorts, folder: string, into: string): Promise<void> {
  await measured(dump(ports, openDiskFolder(join(folder, into)), { jobs: [job] }, { from: 'bench', signal }));
}

async function loaded(ports: MemoryPorts, folder: string, from: string): Promise<void> {
  await measured(load(ports, openDiskFolder(join(folder, from)), { dryRun: false, signal }));
}

function cloudOf(folder: string) {
  const options = { strict: false, port: 0, startedBy: 'bench/restore.ts', preferMiniStack: true, say };
  return startCloud({ home: join(folder, 'home'), ...options });
}

/** What the emulator has used so far. */
function emulatorSeconds(folder: string): number {
  const pid = readState(join(folder, 'home'))?.pid;
  if (pid === undefined) return 0;
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
}

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** Puts hosts whose pages were visited, with their records and documents, where turns would have. */
async function fill(ports: MemoryPorts, pages: number): Promise<void> {
  const random = seededRandom(1);
  const words = Array.from({ length: 5_000 }, () =>
    random()
      .toString(36)
      .slice(2, 4 + Math.floor(8 * random())),
  );
  const text = (count: number) =>
    Array.from({ length: count }, () => words[Math.floor(words.length * random() ** 2)]).join(' ');
  const md5Of = (host: string, page: number) => hash('md5', `${host} ${page}`);
  let turn = 0;
  await fillVisited(ports, {
    ...{ name: job, hosts: Math.ceil(pages / hostPages), pages: hostPages, md5Of },
    async onHost({ host }, urls) {
      for (let from = 0; from < urls.length; from += perObject) {
        turn += 1;
        const some = urls.slice(from, from + perObject);
        const made = some.map((url, at) => pageOf(url, md5Of(host, from + at), text));
        await putRecords(ports, { job, turn }, made);
      }
    },
  });
  await setJobState(ports, job, 'stopped', 'a bench');
  // As a crawl that has ended leaves them: with an index.
  (ports.documents as BundleDocuments).close();
}

function pageOf(url: CanonicalUrl, md5: string, text: (count: number) => string) {
  const title = text(6);
  const body = text(900);
  const links = Array.from({ length: 20 }, () => ({
    url,
    anchor: text(3),
    rel: [],
    element: 'a',
    place: 'main',
  }));
  const html = `<title>${title}</title><p>${body}</p>${links.map(({ anchor }) => `<a href="${url}">${anchor}</a>`).join('')}`;
  const response = {
    status: 200,
    contentType: 'text/html',
    fetchedAt: 1,
    wireBytes: 6_000,
    bytes: html.length,
  };
  const record = {
    ...{ md5, digest: md5 + md5, mediaType: 'text/html', charset: 'utf-8', title, metadata: {} },
    ...{ headings: [], text: body, links, finalUrl: url, urls: [url], depth: 1 },
    ...{ firstSeen: 1, lastChecked: 1, lastChanged: 1, response: { ...response, truncated: false } },
  };
  return { url, md5, record, body: Buffer.from(`${html}${text(900)}`) };
}
