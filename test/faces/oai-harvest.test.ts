import { afterEach, expect, it } from 'vitest';
import { jsonLine } from '../../lib/base/json-line.ts';
import type { Md5 } from '../../lib/base/page/page-content.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { settlesMs } from '../../lib/capabilities/export/datestamps.ts';
import { aloneName, batchOfAlone } from '../../lib/domain/collection/changes-name.ts';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';
import { snapshotRecords } from '../../lib/pipeline/collection/snapshot-records.ts';
import { page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../pipeline/small-crawl.ts';
import { elementsOf, parseXml, xmlTextOf } from '../support/export/xml.ts';
import {
  type Harvested,
  harvested,
  itemsIn,
  type OaiServer,
  pageOf,
  serveOai,
} from '../support/oai/oai-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { termTopic } from '../support/topic/topic.ts';

const site = 'http://a.example';
const list = '?verb=ListRecords&metadataPrefix=alvis';

let crawl: SmallCrawl;
let servers: OaiServer[] = [];
afterEach(async () => {
  for (const one of servers) expect(one.faults).toEqual([]);
  await Promise.all(servers.map((one) => one.close()));
  servers = [];
  crawl.close();
});

async function served(): Promise<OaiServer> {
  const server = await serveOai(crawl);
  servers.push(server);
  return server;
}

/** A site whose first page names all others; pages of the same text are one record. */
function webOf(pages: ReadonlyMap<string, string>): Web {
  const urls = [...pages.keys()].map((path) => `${site}${path}`);
  const web: Web = { [`${site}/`]: page('home', ...urls) };
  for (const [path, text] of pages) web[`${site}${path}`] = page(text);
  return web;
}

async function begun(pages: ReadonlyMap<string, string>, settings: Partial<JobSettings> = {}): Promise<void> {
  crawl = await smallCrawl(webOf(pages), { seeds: [`${site}/`], settings });
  await crawl.run(6_000_000);
}

async function visit(pages: ReadonlyMap<string, string>): Promise<void> {
  for (const url of Object.keys(crawl.web)) delete crawl.web[url];
  Object.assign(crawl.web, webOf(pages));
  await crawl.stores.clock.advance(60_000);
  await reharvest(crawl);
  await crawl.run(6_000_000);
}

const pagesOf = (count: number) =>
  new Map(Array.from({ length: count }, (_, at) => [`/page-${at}`, `word${at}begins`]));

const random = seededRandom(11);
const below = (limit: number): number => Math.floor(random() * limit);

/** Other pages: one more, one other text, one gone, and one that says what another says. */
function changed(pages: ReadonlyMap<string, string>, round: number | string): ReadonlyMap<string, string> {
  const next = new Map(pages);
  const paths = [...pages.keys()];
  const some = (): string => paths[below(paths.length)] as string;
  next.set(`/page-new-${round}`, `fresh${round}arrives`);
  next.set(some(), `other${round}reads`);
  next.set(`/copy-${round}`, pages.get(some()) as string);
  next.delete(some());
  if (paths.length > 6) next.delete(paths.find((path) => path.startsWith('/copy')) ?? '');
  return next;
}

/** What a harvester has: each record as it was told of last, with its URLs. */
type Index = Map<string, string>;

function take(index: Index, items: readonly Harvested[]): Index {
  for (const { identifier, isDeleted, metadata } of items) {
    const md5 = identifier.slice(-32);
    if (isDeleted) index.delete(md5);
    else index.set(md5, metadata ? elementsOf(metadata, 'url').map(xmlTextOf).join(' ') : '');
  }
  return index;
}

async function collection(): Promise<Index> {
  const index: Index = new Map();
  for await (const line of snapshotRecords(crawl.ports, 'birds'))
    if ('md5' in line) index.set(line.md5, line.record?.urls.join(' ') ?? '');
  return index;
}

const sorted = (index: Index) => [...index].toSorted();

it('a harvest has each record once, page by page, and all servers go on where one ended', async () => {
  await begun(pagesOf(230));
  const { items, pages } = await harvested(await served(), list, served);
  expect(pages).toBe(3);
  expect(items).toHaveLength(231);
  expect(sorted(take(new Map(), items))).toEqual(sorted(await collection()));
}, 60_000);

it('a harvest equals the collection, whatever changes and is deleted between its pages', async () => {
  let pages: ReadonlyMap<string, string> = pagesOf(220);
  await begun(pages);
  let round = 0;
  const { items } = await harvested(await served(), list, async () => {
    if (round < 3) pages = changed(changed(pages, `${round}a`), `${round}b`);
    if (round < 3) await visit(pages);
    round += 1;
    return undefined;
  });
  expect(round).toBeGreaterThan(1);
  expect(sorted(take(new Map(), items))).toEqual(sorted(await collection()));
}, 120_000);

it('harvests of what changed since the harvest before equal the collection, ten times over', async () => {
  let pages: ReadonlyMap<string, string> = pagesOf(8);
  await begun(pages);
  const server = await served();
  const first = await harvested(server, list);
  const index = take(new Map(), first.items);
  let from = first.responseDate;
  for (let round = 0; round < 10; round++) {
    pages = changed(pages, round);
    await visit(pages);
    const next = await harvested(server, `${list}&from=${from}`);
    for (const { datestamp } of next.items) expect(datestamp >= from).toBe(true);
    from = next.responseDate;
    expect(sorted(take(index, next.items))).toEqual(sorted(await collection()));
  }
  // Whoever comes late hears of the same.
  const late = await harvested(await served(), list);
  expect(sorted(take(new Map(), late.items))).toEqual(sorted(await collection()));
  expect(late.items.some(({ isDeleted }) => isDeleted)).toBe(true);
}, 120_000);

it('a deleted record is told of for good, in lists and by its name', async () => {
  await begun(pagesOf(3));
  const server = await served();
  const before = await harvested(server, list);
  await visit(pagesOf(2));
  const { items } = await harvested(server, list);
  const [gone, ...others] = items.filter(({ isDeleted }) => isDeleted);
  expect(others.length).toBeLessThan(2);
  expect(before.items.find(({ identifier }) => identifier === gone?.identifier)?.isDeleted).toBe(false);
  const one = await pageOf(server, `?verb=GetRecord&metadataPrefix=oai_dc&identifier=${gone?.identifier}`);
  expect(one.items).toEqual([gone]);
}, 60_000);

it('a place leads to its record as it is now, though no line tells of that yet', async () => {
  await begun(pagesOf(100));
  const server = await served();
  const first = await pageOf(server, list);
  const whole = await harvested(server, list);
  const last = whole.items.at(-1);
  const md5 = last?.identifier.slice(-32) as Md5;
  const [url] = await crawl.ports.records.urls('birds', md5, 1);
  // A turn that is under way: the register knows it, the feed does not.
  await crawl.ports.records.remove('birds', md5, url as CanonicalUrl);
  const next = await pageOf(server, `?verb=ListRecords&resumptionToken=${first.token}`);
  expect(next.items).toMatchObject([{ identifier: last?.identifier, isDeleted: true }]);
}, 60_000);

it('what was just put is told of ten seconds later, as changed then', async () => {
  let now = Date.now();
  const before = new Date(now + settlesMs).toISOString();
  await begun(pagesOf(3));
  const server = await serveOai(crawl, { now: () => now });
  servers.push(server);
  expect((await server.ask(list)).text).toContain('noRecordsMatch');
  now = Date.now() + settlesMs;
  const { items, responseDate } = await pageOf(server, list);
  expect(items).toHaveLength(4);
  for (const { datestamp } of items) {
    expect(datestamp >= `${before.slice(0, 19)}Z`).toBe(true);
    expect(datestamp <= responseDate).toBe(true);
  }
}, 60_000);

it('a page ends when it has enough bytes', async () => {
  await begun(new Map(Array.from({ length: 30 }, (_, at) => [`/long-${at}`, `word${at} `.repeat(15_000)])));
  const server = await served();
  const first = await pageOf(server, list);
  expect(first.items.length).toBeLessThan(30);
  expect((await harvested(server, list)).items).toHaveLength(31);
  expect((await harvested(server, list.replace('alvis', 'oai_dc'))).pages).toBe(1);
}, 60_000);

it('where records of a set are far apart, a client is led on, and each answer takes a bounded time', async () => {
  await begun(pagesOf(4), {
    topic: termTopic('99: heron=waders\n99: home=others\n', { followOffTopic: true }),
  });
  await visit(new Map([...pagesOf(4), ['/heron', 'heron heron heron']]));
  let now = 0;
  const server = await serveOai(crawl, { monotonic: () => (now += 11_000) });
  servers.push(server);
  const whole = await harvested(await served(), list);
  // Nobody knows which sets a deleted record was in.
  const isWader = ({ sets, isDeleted }: Harvested) => isDeleted || sets.includes('waders');
  expect(whole.items.filter(({ sets }) => sets.includes('waders'))).toHaveLength(1);
  const url = `http://127.0.0.1:${server.port}/oai/birds${list}&set=waders`;
  const answer = await fetch(url);
  expect(answer.redirected).toBe(true);
  expect(itemsIn(parseXml(await answer.text()))).toEqual(whole.items.filter(isWader));
}, 60_000);

it('what is no place of this list, or a damaged one, is told', async () => {
  await begun(pagesOf(100));
  const server = await served();
  const { token } = await pageOf(server, list);
  const answerTo = async (verb: string, text: string) =>
    (await server.ask(`?verb=${verb}&resumptionToken=${text}`)).text;
  expect(await answerTo('ListRecords', token)).toContain('<record>');
  expect(await answerTo('ListIdentifiers', token)).toContain('badResumptionToken');
  for (const at of [0, 20, token.length - 1]) {
    const damaged = `${token.slice(0, at)}${token[at] === 'x' ? 'y' : 'x'}${token.slice(at + 1)}`;
    expect(await answerTo('ListRecords', damaged)).toContain('badResumptionToken');
  }
}, 60_000);

it('a harvest has a record once, however many URLs lead to it, of which some came later and some are gone', async () => {
  const several = (paths: readonly string[]) =>
    new Map(paths.map((path, at) => [path, `word${at % 3}begins`]));
  await begun(several(['/1', '/2', '/3', '/4', '/5', '/6', '/7']));
  await visit(several(['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8', '/9', '/10']));
  await visit(several(['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8']));
  await visit(several(['/2', '/3', '/4', '/5', '/6', '/7', '/8']));
  const server = await served();
  const { items } = await harvested(server, list);
  const ids = items.map(({ identifier }) => identifier);
  expect(ids).toEqual([...new Set(ids)]);
  expect(sorted(take(new Map(), items))).toEqual(sorted(await collection()));
  for (const item of items) {
    const one = await pageOf(server, `?verb=GetRecord&metadataPrefix=alvis&identifier=${item.identifier}`);
    expect(one.items).toEqual([item]);
    const then = await harvested(server, `${list}&from=${item.datestamp}&until=${item.datestamp}`);
    expect(then.items).toContainEqual(item);
  }
}, 60_000);

it('a harvest has a record once that two workers published', async () => {
  await begun(pagesOf(3));
  const { objects } = await crawl.ports.changes.list('birds', { since: 0 }, 100);
  for (const { name } of objects) {
    const lines = (await crawl.ports.changes.read('birds', name)) ?? [];
    const { host, turn } = JSON.parse(lines[0] ?? '') as { host: string; turn: number };
    const batch = batchOfAlone(name);
    const other = batch ?? aloneName(name, { host, turn });
    await crawl.ports.changes.put('birds', other, lines.map(jsonLine));
  }
  const { items } = await harvested(await served(), list);
  expect(items).toHaveLength(4);
  expect(sorted(take(new Map(), items))).toEqual(sorted(await collection()));
}, 60_000);

it('a list that ends with a long way without a record has no page without one', async () => {
  // Each host has its turn, and its object, after the one before.
  const texts = ['home', 'heron heron', 'heron heron heron', 'home one', 'home two', 'home three'];
  const hostAt = (at: number) => `http://host-${at}.example/`;
  const web = Object.fromEntries(texts.map((text, at) => [hostAt(at), page(text, hostAt(at + 1))]));
  const topic = termTopic('99: heron=waders\n99: home=others\n', { followOffTopic: true });
  crawl = await smallCrawl(web, { seeds: [hostAt(0)], settings: { topic } });
  await crawl.run(6_000_000);
  let now = 0;
  const server = await serveOai(crawl, { monotonic: () => (now += 11_000) });
  servers.push(server);
  const whole = await harvested(await served(), `${list}&set=waders`);
  let answer = await fetch(`http://127.0.0.1:${server.port}/oai/birds${list}&set=waders`);
  const items: Harvested[] = [];
  for (;;) {
    const document = parseXml(await answer.text());
    expect(elementsOf(document, 'error')).toEqual([]);
    items.push(...itemsIn(document));
    const [token = ''] = elementsOf(document, 'resumptionToken').map(xmlTextOf);
    if (token === '') break;
    answer = await fetch(
      `http://127.0.0.1:${server.port}/oai/birds?verb=ListRecords&resumptionToken=${token}`,
    );
  }
  expect(items).toHaveLength(2);
  expect(items).toEqual(whole.items);
}, 60_000);
