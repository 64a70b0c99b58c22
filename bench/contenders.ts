import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Usage } from './usage.ts';

/** A crawler that can be run on a site. */
export interface Contender {
  readonly name: string;
  /** What runs it and writes the file `BENCH_USAGE` itself. Default: this Node. */
  readonly program?: string;
  /** Arguments of the program for a crawl from the URLs in `seeds` that keeps its data in `directory`. */
  readonly command: (seeds: readonly string[], directory: string) => readonly string[];
}

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

function seedFile(seeds: readonly string[], directory: string): string {
  const file = join(directory, 'seeds.txt');
  writeFileSync(file, `${seeds.join('\n')}\n`);
  return file;
}

export const floor: Contender = {
  name: 'floor',
  command: (seeds, directory) => [path('floor.ts'), seedFile(seeds, directory), directory],
};

/** As a user would run it with `npm run crawl`, all defaults but the gap, the addresses and `settings`. */
const winnowWith = (name: string, settings: readonly string[]): Contender => ({
  name,
  command(seeds, directory) {
    const job = [
      'name: bench',
      'politeness: { waitIntervalHost: 0 }',
      `scope: { hosts: [${scopeOf(seeds)}] }`,
      'network: { allow: [127.0.0.0/8] }',
      ...settings,
      'seeds:',
      ...seeds.map((url) => `  - ${url}`),
    ];
    writeFileSync(join(directory, 'job.yaml'), `${job.join('\n')}\n`);
    return ['--max-semi-space-size=16', path('../bin/winnow.js'), 'crawl', '--json', '--job', directory];
  },
});

/** `localhost` with all below it, or the addresses that are hosts. */
function scopeOf(seeds: readonly string[]): string {
  const names = seeds.map((url) => new URL(url).hostname);
  return [...new Set(names.map((name) => name.replace(/^.*\.localhost$/, 'localhost')))].join(', ');
}

export const winnow = winnowWith('Winnow', []);

/** One thread fetches and stores, others read. */
export const winnow0 = winnowWith('Winnow, no workers', ['crawl: { workers: 0 }']);

/** By the number of threads that run turns; without one, as many as cores have work. */
export const winnow1 = winnowWith('Winnow, 1 worker', ['crawl: { workers: 1 }']);
/** Nothing is held, and nothing is seen of what regions bring. */
export const unheld = winnowWith('Winnow, 1 worker, no yield', [
  'crawl: { workers: 1 }',
  'yield: { hold: false }',
]);
export const winnow2 = winnowWith('Winnow, 2 workers', ['crawl: { workers: 2 }']);
export const winnow4 = winnowWith('Winnow, 4 workers', ['crawl: { workers: 4 }']);
export const winnow8 = winnowWith('Winnow, 8 workers', ['crawl: { workers: 8 }']);
export const winnow16 = winnowWith('Winnow, 16 workers', ['crawl: { workers: 16 }']);

/** Without raw documents. */
export const bare = winnowWith('Winnow, no documents', ['documents: { keep: false }']);

/** With raw documents in zstd. */
export const zstd = winnowWith('Winnow, zstd', ['documents: { compression: zstd }']);
export const zstd2 = winnowWith('Winnow, 2 workers, zstd', [
  'crawl: { workers: 2 }',
  'documents: { compression: zstd }',
]);

/** For hosts of one's own, which nobody has to wait for. */
export const winnow25 = winnowWith('Winnow, 25 pages a turn', ['turn: { maxPages: 25 }']);

/** Revisits by how pages change, without and with the count of who links to them. */
export const adaptive = winnowWith('Winnow, adaptive', ['freshness: { adaptive: true, popularity: 0 }']);
export const popular = winnowWith('Winnow, adaptive by popularity', [
  'freshness: { adaptive: true, popularity: 1 }',
]);

export const crawlee: Contender = {
  name: 'Crawlee Cheerio',
  command: (seeds, directory) => [
    path('peers/crawlee.js'),
    seedFile(seeds, directory),
    join(directory, 'storage'),
  ],
};

/** `program`: where `buildColly` put it. */
export const colly = (program: string): Contender => ({
  name: 'Colly',
  program,
  command: (seeds, directory) => [seedFile(seeds, directory), directory],
});

/** Installs Crawlee by its lockfile; undefined when it is there, else what went wrong. */
export function installCrawlee(): string | undefined {
  return prepare('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], 'peers');
}

/** Installs other writers of Markdown by their lockfile; undefined when they are there, else what went wrong. */
export function installMarkdownPeers(): string | undefined {
  return prepare('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], 'peers/markdown');
}

/** Builds Colly by its sums into the file `program`; undefined when it is there, else what went wrong. */
export function buildColly(program: string): string | undefined {
  return prepare('go', ['build', '-mod=readonly', '-o', program, '.'], 'peers/colly');
}

function prepare(tool: string, args: readonly string[], folder: string): string | undefined {
  const ended = spawnSync(tool, args, {
    cwd: path(folder),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (ended.status === 0) return undefined;
  return ended.error?.message ?? ended.stderr.trim().split('\n').at(-1) ?? `${tool} failed`;
}

/** Runs a contender in a process of its own. @throws Error when it fails, with the name of the file that says why */
export async function run(
  { name, program, command }: Contender,
  seeds: readonly string[],
  directory: string,
  profile: boolean,
): Promise<Usage> {
  mkdirSync(directory, { recursive: true });
  const usage = join(directory, 'usage.json');
  const output = join(directory, 'output.txt');
  const sink = openSync(output, 'w');
  const flags = [
    '--import',
    path('usage.ts'),
    ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${directory}`] : []),
  ];
  const args = command(seeds, directory);
  const child = spawn(program ?? process.execPath, program === undefined ? [...flags, ...args] : args, {
    cwd: directory,
    stdio: ['ignore', sink, sink],
    env: { ...process.env, BENCH_USAGE: usage },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ended with ${code}: see ${output}`);
  return JSON.parse(readFileSync(usage, 'utf8')) as Usage;
}
