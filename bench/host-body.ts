/**
 * What a host's body costs: `node bench/host-body.ts [urls …]`. Crawls made-up hosts through the domain code alone
 * (no I/O, no parsing) and prints what a turn stores, reads and computes. Every page has 50 links: 40 of navigation,
 * the same on every page, and 10 to articles nearby, so that every URL of the host is found in the end. Then up to
 * 20,000 of its pages are visited again, a month later.
 */
import { hash } from 'node:crypto';
import type { TextSketch } from '../lib/base/likeness/text-sketch.ts';
import type { Candidate } from '../lib/base/links/link.ts';
import type { CanonicalUrl, HostName } from '../lib/base/url/url.ts';
import {
  admit,
  type HostBody,
  openBody,
  prepare,
  type SegmentReader,
  seal,
  setOrder,
  settle,
  take,
  visitedCount,
} from '../lib/domain/frontier/body.ts';
import type { Visit, Work } from '../lib/domain/frontier/entry.ts';
import { yieldsOf } from '../lib/domain/yield/host-state.ts';
import { observe } from '../lib/domain/yield/observe.ts';
import { yieldOrder } from '../lib/domain/yield/order.ts';
import { defaultYieldSettings } from '../lib/domain/yield/yield-settings.ts';
import { linkRegionOf, positionOf } from '../lib/domain/yield/yields.ts';

const host = 'www.example.org' as HostName;
const navigation = 40;
const month = 30 * 86_400_000;

interface Scenario {
  readonly urls: number;
  readonly pagesPerTurn: number;
  /** The worker keeps the opened body between turns, as the embedded runtime does. */
  readonly cached: boolean;
}

interface Figures {
  pages: number;
  turns: number;
  cpuMs: number;
  readonly bodies: number[];
  reads: number;
  readBytes: number;
  puts: number;
  putBytes: number;
  refs: number;
  segments: number;
}

const words = [
  'north',
  'harbour',
  'election',
  'summer',
  'archive',
  'review',
  'market',
  'science',
  'letters',
  'music',
];

function urlOf(page: number): CanonicalUrl {
  const word = (n: number) => words[Math.floor(page / n) % words.length];
  return `https://${host}/${word(1_000)}/${2000 + (page % 26)}/${word(1)}-${word(10)}-${word(100)}-${page}.html` as CanonicalUrl;
}

/** Links of a page: the navigation, then articles that grow out of its own number like a tree, and some before it. */
function linksOf(page: number, urls: number): Candidate[] {
  const targets = Array.from({ length: navigation }, (_, i) => i);
  for (let i = 0; i < 5; i++) targets.push(page * 5 + i + 1);
  for (let i = 0; i < 5; i++) targets.push(Math.floor((page * (i + 3)) / 7));
  const depth = 1 + Math.floor(Math.log(page + 1) / Math.log(5));
  return targets
    .filter((target) => target < urls)
    .map((target) => ({ url: urlOf(target), depth, rank: target % 7 === 3 ? depth - 1 : depth }));
}

function pageOf({ url }: Work): number {
  return Number(/-(\d+)\.html$/.exec(url)?.[1]);
}

/** What fetching and parsing would bring: not measured here. */
function visitPage(
  work: Work,
  start: number,
  urls: number,
): { readonly visit: Visit; readonly links: Candidate[] } {
  const page = pageOf(work);
  const at = start + (page % 317);
  const md5 = hash('md5', work.url, 'hex');
  const visit: Visit = {
    ...{
      url: work.url,
      outcome: 'stored',
      at,
      firstSeen: at,
      changedAt: at,
      next: at + month,
      tries: 0,
      md5,
    },
    ...{ depth: work.depth, status: 200, etag: `"${hash('md5', md5, 'hex').slice(0, 13)}"` },
    lastModified: new Date(at - (page % 977) * 1_000_000).toUTCString(),
  };
  return { visit, links: linksOf(page, urls) };
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

/** First all pages, then some of them again. */
async function crawl(scenario: Scenario): Promise<readonly [first: Figures, again: Figures]> {
  const { urls } = scenario;
  const open = (bytes?: Uint8Array) =>
    openBody(bytes, { host, fingerprintKey: '0123456789abcdef0123456789abcdef' });
  const crawled: Crawled = {
    open,
    body: open(),
    stored: undefined,
    blobs: new Map(),
    now: 1_800_000_000_000,
  };
  admit(crawled.body, [{ url: urlOf(0), depth: 0, rank: 0 }]);
  const first = await visitPages(crawled, scenario, urls);
  if (visitedCount(crawled.body) !== urls) throw new Error('pages were lost');
  // The last visits lie a little ahead of the clock of the turns.
  crawled.now += month + 60_000;
  return [first, await visitPages(crawled, scenario, Math.min(urls, 20_000))];
}

/** Small hosts are many: they are measured warm, and both ways. */
const small = 1_000;

/** A crawl; of a small host very many, half of them to warm up, and the mean time of the other half. */
async function crawlWarm(scenario: Scenario): Promise<readonly Figures[]> {
  const rounds = scenario.urls > small ? 1 : Math.ceil(20_000 / scenario.urls);
  for (let round = 1; round < rounds; round++) await crawl(scenario);
  const figures = await crawl(scenario);
  for (let round = 1; round < rounds; round++) {
    const others = await crawl(scenario);
    figures.forEach((one, i) => {
      one.cpuMs += others[i]?.cpuMs ?? 0;
    });
  }
  for (const one of figures) one.cpuMs /= rounds;
  return figures;
}

/** A host between two turns. */
interface Crawled {
  readonly open: (bytes?: Uint8Array) => HostBody;
  body: HostBody;
  stored: Uint8Array | undefined;
  readonly blobs: Map<string, Uint8Array>;
  now: number;
}

async function visitPages(crawled: Crawled, scenario: Scenario, pages: number): Promise<Figures> {
  const { urls, pagesPerTurn, cached } = scenario;
  const figures: Figures = {
    ...{ pages: 0, turns: 0, cpuMs: 0, reads: 0, readBytes: 0, puts: 0, putBytes: 0, refs: 0, segments: 0 },
    bodies: [],
  };
  const read: SegmentReader = async (id, start, end) => {
    const bytes = crawled.blobs.get(id)?.subarray(start, end);
    if (bytes === undefined) throw new Error(`segment ${id} is not there`);
    figures.reads++;
    figures.readBytes += bytes.length;
    return bytes;
  };
  while (figures.pages < pages) {
    // Far less than the visits rest: none is due before all pages were visited once.
    crawled.now += 1_000;
    const { now } = crawled;
    const begun = process.cpuUsage();
    if (!cached && crawled.stored !== undefined) crawled.body = crawled.open(crawled.stored);
    const { body } = crawled;
    setOrder(body, yieldOrder(body, defaultYieldSettings));
    await prepare(body, read, { now, wanted: pagesPerTurn });
    const works: Work[] = [];
    while (works.length < pagesPerTurn) {
      const work = take(body, now);
      if (work === undefined) break;
      works.push(work);
    }
    const taking = cpuMs(begun);
    const visited = works.map((work, i) => visitPage(work, now + i * 1_300, urls));
    const resumed = process.cpuUsage();
    for (const [i, { visit, links }] of visited.entries()) {
      settle(body, visit);
      const work = works[i] as Work;
      if (work.visit !== undefined) admit(body, links);
      else watch(body, work, links);
    }
    const turn = body.turn + 1;
    const id = `${turn}-${hash('md5', String(turn), 'hex').slice(0, 16)}`;
    const sealed = await seal(body, { turn, outbox: (spent) => ({ spent }), segmentPrefix: id, read });
    figures.cpuMs += taking + cpuMs(resumed);
    crawled.stored = sealed.bytes;
    figures.pages += works.length;
    figures.turns++;
    figures.bodies.push(sealed.bytes.length);
    for (const segment of sealed.segments) {
      crawled.blobs.set(segment.id, segment.bytes);
      figures.puts++;
      figures.putBytes += segment.bytes.length;
    }
    for (const spent of sealed.spent) crawled.blobs.delete(spent);
    const runs = [body.seenRuns, body.pendingRuns, body.visitRuns, body.uncheckedRuns];
    figures.refs = Math.max(figures.refs, runs.flat().length);
    figures.segments = Math.max(figures.segments, body.named.length);
  }
  return figures;
}

/** A first visit, with what it tells of its region: a page that says something of its own. */
function watch(body: HostBody, work: Work, links: readonly Candidate[]): void {
  const { url, from } = work;
  const yields = yieldsOf(body);
  const position = positionOf(yields, url, from);
  const births = admit(body, links, linkRegionOf(yields, position).id);
  const urlsOf = (unchecked: boolean) =>
    births.flatMap((one) => (one.unchecked === unchecked ? [one.url] : []));
  const brought = { kind: 'page', sketch: sketchOf(url), isTwin: false } as const;
  observe(yields, { url, position, brought, found: urlsOf(false), unresolved: urlsOf(true), known: [] });
}

const commonPhrases = 20;
const ownPhrases = 60;

function sketchOf(url: CanonicalUrl): TextSketch {
  const hash32 = (text: string): number => hash('md5', text, 'buffer').readUInt32BE(0);
  const common = Array.from({ length: commonPhrases }, (_, i) => hash32(String(i)));
  const own = Array.from({ length: ownPhrases }, (_, i) => hash32(`${url} ${i}`));
  return { words: [...common, ...own], numbers: [], anchors: [], limit: 2 ** 32 };
}

function row({ urls, pagesPerTurn, cached }: Scenario, visit: string, figures: Figures): string {
  const { pages, turns, cpuMs, bodies, reads, readBytes, puts, putBytes, refs, segments } = figures;
  const sorted = bodies.toSorted((a, b) => a - b);
  const mean = bodies.reduce((sum, bytes) => sum + bytes, 0) / turns;
  const units = bodies.reduce((sum, bytes) => sum + Math.ceil(bytes / 1_024), 0);
  const cells = [
    urls.toLocaleString('en'),
    pagesPerTurn,
    cached ? 'yes' : 'no',
    visit,
    Math.round(mean).toLocaleString('en'),
    (sorted[Math.floor(turns * 0.95)] ?? 0).toLocaleString('en'),
    (units / turns).toFixed(2),
    (reads / turns).toFixed(2),
    Math.round(readBytes / turns).toLocaleString('en'),
    (puts / turns).toFixed(3),
    Math.round(putBytes / turns).toLocaleString('en'),
    (cpuMs / pages).toFixed(3),
    refs,
    segments,
  ];
  return `| ${cells.join(' | ')} |`;
}

const sizes = process.argv.slice(2).map(Number);
const heads =
  'URLs, pages a turn, kept open, visit, body mean B, p95 B, write units, reads/turn, read B/turn, puts/turn, put B/turn, CPU ms/page, refs max, segments max';
console.log(`| ${heads.replaceAll(', ', ' | ')} |`);
console.log(`|${'---|'.repeat(heads.split(', ').length)}`);
for (const urls of sizes.length > 0 ? sizes : [10, 100, 1_000, 1_000_000]) {
  for (const pagesPerTurn of [5, 25]) {
    for (const cached of urls <= small ? [false, true] : [false]) {
      const scenario = { urls, pagesPerTurn, cached };
      const figures = await crawlWarm(scenario);
      figures.forEach((visits, i) => {
        console.log(row(scenario, i === 0 ? 'first' : 'again', visits));
      });
    }
  }
}
