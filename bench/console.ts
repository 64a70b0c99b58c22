/**
 * What the console takes of who looks and of the crawl: `node bench/console.ts [--hosts 100000] [--store DIR]`. A store with so many hosts
 * (made, or that of DIR) is served as the package serves it; chromium opens each screen and presses what it offers; the longest time from
 * a press or a key to the next paint, and the memory of the server are read.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import { stringify } from 'yaml';
import { openTokens } from '../lib/faces/tokens.ts';
import { useBundledPrograms } from '../packaging/use-bundled-programs.ts';
import { HeldClock } from '../test/support/clock.ts';
import { openBrowser } from '../test/support/console/browser.ts';
import { directoryPorts } from '../test/support/stores.ts';
import { type BenchSite, benchSite } from './site.ts';
import type { Usage } from './usage.ts';
import { fillVisited } from './visited-job.ts';

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '100000' },
    pages: { type: 'string', default: '1500' },
    store: { type: 'string' },
    crawl: { type: 'boolean' },
  },
});
const winnow = join(import.meta.dirname, '../bin/winnow.js');
const job = 'birds';

async function fill(directory: string, hosts: number): Promise<void> {
  mkdirSync(join(directory, 'data'), { recursive: true });
  const ports = directoryPorts(join(directory, 'data'), new HeldClock(Date.now()));
  await fillVisited(ports, { name: job, hosts, pages: 2, waiting: 3 });
  ports.close();
  writeFileSync(join(directory, 'job.yaml'), stringify({ name: job, userAgent: { contact: 'a@b.example' } }));
}

interface Server {
  readonly process: ChildProcess;
  readonly url: string;
}

async function serve(directory: string): Promise<Server> {
  const child = spawn(
    process.execPath,
    [winnow, 'serve', '--job', directory, '--listen', '127.0.0.1:0', '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  for await (const piece of child.stdout) {
    said += piece;
    if (said.endsWith('}\n')) break;
  }
  return { process: child, url: (JSON.parse(said) as { readonly url: string }).url };
}

/** Megabytes of a process: its resident set, and what of it no other process has, such as the code of Node. */
function memoryOf(pid: number | undefined): readonly [string, string] {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s*(\\d+)`).exec(text)?.[1]) / 1_024;
  return [of('Rss').toFixed(0), (of('Private_Clean') + of('Private_Dirty')).toFixed(0)];
}

/** In the page: the longest of the presses and keys so far, in ms, and how long each request took. */
const observed = `window.longest = 0; window.asked = [];
new PerformanceObserver((list) => { for (const one of list.getEntries()) if (one.interactionId) window.longest = Math.max(window.longest, one.duration); })
  .observe({ type: 'event', durationThreshold: 16, buffered: true });
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.asked.push([one.name, one.duration]); }).observe({ type: 'resource', buffered: true });`;

const screens = [
  'Now',
  'Queue',
  'Hosts',
  'Failures',
  'Pages',
  'Topic',
  'Links',
  'Schedule and money',
  'Settings',
  'Audit',
];
const patience = { timeout: 120_000 };

/** Whether the screen has come to rest: nothing is being read. */
const isShown = `document.querySelector('main section, main table') !== null && !/Reading|Loading/.test(document.querySelector('main').innerText)`;

/** Presses controls of the screen, and types into its first field. */
async function use(page: Page, title: string): Promise<void> {
  const field = await page.$('main :is(form, label) > input:not(dialog input), main form input');
  if (field !== null) {
    await field.click();
    await page.keyboard.type(title === 'Pages' ? 'https://h77.example/news/0' : 'h77.example');
  }
  const names = ['Filter', 'Show', 'Next page', 'Look again', 'Put in'];
  for (const name of names) {
    const [button] = await page.$$(`xpath/.//main//button[normalize-space()='${name}' and not(@disabled)]`);
    if (button === undefined) continue;
    await button.click();
    await page.waitForFunction(isShown, patience).catch(async (error) => {
      throw new Error(`${name}: ${String(await page.evaluate('document.querySelector("main").innerText'))}`, {
        cause: error,
      });
    });
  }
}

async function main(directory: string): Promise<void> {
  const server = await serve(directory);
  const token = openTokens(join(directory, 'data', 'tokens.json')).add({
    name: `bench-${Date.now()}`,
    scope: 'destroy',
  });
  const browser = await openBrowser();
  try {
    console.log(`serve, before anybody looks: ${memoryOf(server.process.pid).join(' MB, its own ')} MB`);
    const page = await browser.newPage();
    await page.setViewport({ width: 1_000, height: 800 });
    await page.evaluateOnNewDocument(observed);
    // A checkout bundles the console for the first who asks; the package has it bundled.
    await page.goto(`${server.url}/console/#token=${token}`);
    await page.waitForFunction(isShown, patience);
    const begun = performance.now();
    await page.reload();
    await page.waitForFunction(isShown, patience);
    console.log(
      `page load, to the first screen with its figures: ${(performance.now() - begun).toFixed(0)} ms`,
    );
    console.log(
      '\n| screen | first answer ms | longest press or key to paint ms | serve MB | its own MB |\n|---|--:|--:|--:|--:|',
    );
    for (const title of screens) {
      await page.evaluate('window.longest = 0; window.asked = []');
      const from = performance.now();
      await (await page.waitForSelector(`aria/${title}[role="link"]`))?.click();
      await page.waitForFunction(
        `document.querySelector('h1')?.innerText.startsWith(${JSON.stringify(title)}) && ${isShown}`,
        patience,
      );
      const shown = performance.now() - from;
      await use(page, title);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const longest = await page.evaluate('window.longest');
      const [all, own] = memoryOf(server.process.pid);
      console.log(`| ${title} | ${shown.toFixed(0)} | ${longest} | ${all} | ${own} |`);
      const asked = (await page.evaluate('window.asked')) as readonly (readonly [string, number])[];
      for (const [name, ms] of asked.filter(([, ms]) => ms > 50))
        console.error(
          `  ${ms.toFixed(0)} ms ${decodeURIComponent(name).replace(server.url, '').slice(0, 150)}`,
        );
    }
  } finally {
    await browser.close();
    server.process.kill('SIGINT');
  }
}

/** CPU seconds of a process so far. */
function cpuOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** CPU seconds of a crawl of a site on loopback, and of the server whose console is open on Now meanwhile, if it is. */
async function crawlOnce(site: BenchSite, isWatched: boolean): Promise<readonly [number, number, number]> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-console-crawl-'));
  const settings = {
    ...{ name: job, userAgent: { contact: 'a@b.example' }, politeness: { waitIntervalHost: 0.05 } },
    ...{ network: { allow: ['127.0.0.0/8'] }, scope: { hosts: ['localhost'] }, seeds: site.seeds },
  };
  writeFileSync(join(directory, 'job.yaml'), stringify(settings));
  const server = isWatched ? await serve(directory) : undefined;
  const browser = isWatched ? await openBrowser() : undefined;
  try {
    if (server !== undefined && browser !== undefined) {
      const token = openTokens(join(directory, 'data', 'tokens.json')).add({ name: 'bench', scope: 'view' });
      const page = await browser.newPage();
      await page.goto(`${server.url}/console/#token=${token}`);
      await page.waitForFunction(isShown, patience);
    }
    const before = server === undefined ? 0 : cpuOf(server.process.pid);
    const usage = join(directory, 'usage.json');
    const options = [
      '--import',
      join(import.meta.dirname, 'usage.ts'),
      winnow,
      'crawl',
      '--json',
      '--job',
      directory,
    ];
    const crawl = spawn(process.execPath, options, {
      stdio: 'ignore',
      env: { ...process.env, BENCH_USAGE: usage },
    });
    await once(crawl, 'exit');
    const { cpuSeconds, wallSeconds } = JSON.parse(readFileSync(usage, 'utf8')) as Usage;
    return [cpuSeconds, server === undefined ? 0 : cpuOf(server.process.pid) - before, wallSeconds];
  } finally {
    await browser?.close();
    server?.process.kill('SIGINT');
    if (server !== undefined) await once(server.process, 'exit');
    rmSync(directory, { recursive: true });
  }
}

async function besideCrawl(): Promise<void> {
  const site = await benchSite(Number(values.pages), { hosts: 30 });
  try {
    console.log('\n| crawl | CPU s of it | of serve | s |\n|---|--:|--:|--:|');
    for (const isWatched of [false, true, false, true]) {
      const figures = await crawlOnce(site, isWatched);
      const name = isWatched ? 'with the console open' : 'alone';
      console.log(`| ${name} | ${figures.map((one) => one.toFixed(2)).join(' | ')} |`);
    }
  } finally {
    await site.close();
  }
}

const directory = values.store ?? mkdtempSync(join(tmpdir(), 'winnow-console-'));
const programs = useBundledPrograms(`console-${process.pid}`);
try {
  if (values.crawl) await besideCrawl();
  else if (!existsSync(join(directory, 'job.yaml'))) await fill(directory, Number(values.hosts));
  if (!values.crawl) await main(directory);
} finally {
  programs.remove();
  if (values.store === undefined) rmSync(directory, { recursive: true });
}
