import type { Candidate } from '../../../lib/base/links/link.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { applyGroups, undoGroups } from '../../../lib/capabilities/alias/apply.ts';
import { detectAliases } from '../../../lib/capabilities/alias/detect.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { judgeHosts } from '../../../lib/capabilities/reclassify/judge-hosts.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { orderMessage } from '../../../lib/domain/inbox/order.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { openStoredPages } from '../../../lib/pipeline/collection/stored-pages.ts';
import { respellMessage, respellOrder } from '../../../lib/pipeline/control/respell-message.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { eachPage } from '../../../lib/pipeline/frontier/each-visit.ts';
import { hostPages } from '../../../lib/pipeline/frontier/host-pages.ts';
import { readAliasGroups } from '../../../lib/pipeline/job/alias-groups.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import {
  type Answer,
  jobName,
  key,
  page,
  type SmallCrawl,
  smallCrawl,
  type Web,
} from '../../pipeline/small-crawl.ts';
import { type CrashPlan, crashing } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';

/** A server with three names, one of which also has a www twin; and two hosts that share a page of a template. */
export const preferred = 'a.example' as HostName;
export const mirrors = ['b.example', 'c.example', 'www.a.example'].map((host) => host as HostName);
const strangers = ['x.example', 'y.example'];

const paths = ['/', '/1', '/2', '/3', '/4', '/5'];
const links = paths.slice(1);

/** The pages of the server as one of its names has them. */
function served(host: string): Web {
  const pages = paths.map((path): [string, Answer] => [
    `https://${host}${path}`,
    page(`page ${path}`, ...(path === '/' ? links : [])),
  ]);
  return Object.fromEntries(pages);
}

export function webOfMirrors(): Web {
  return {
    ...Object.assign({}, ...[preferred, ...mirrors].map(served)),
    // The names were not visited at the same time.
    'https://b.example/5': page('page five as it was'),
    'https://b.example/old': page('only b has this'),
    'https://b.example/moved': { status: 301, headers: { location: 'https://a.example/1' } },
    'https://c.example/gone': { status: 404 },
    'https://a.example/late': { status: 404 },
    'https://c.example/late': page('late'),
    ...Object.fromEntries(
      strangers.flatMap((host) => [
        [`https://${host}/`, page('a template', '/own', '/more')],
        [`https://${host}/own`, page(`own page of ${host}`)],
        [`https://${host}/more`, page(`more of ${host}`)],
      ]),
    ),
  };
}

export async function crawlMirrors(through?: (ports: Ports) => Ports): Promise<SmallCrawl> {
  const { yield: regions } = testSettings(jobName);
  const urls = ['b.example/old', 'b.example/moved', 'c.example/gone', 'a.example/late', 'c.example/late'];
  const crawl = await smallCrawl(webOfMirrors(), {
    seeds: [
      ...[preferred, ...mirrors, ...strangers].map((host) => `https://${host}/`),
      ...urls.map((url) => `https://${url}`),
    ],
    // Hosts that repeat another one are crawled to their end here, so that all have something to lose.
    settings: { yield: { ...regions, hold: false } },
    ...(through === undefined ? {} : { through }),
  });
  await crawl.run(1_000);
  return crawl;
}

/** Leaves URLs waiting: some at one name, some at two. */
export async function leaveWaiting(crawl: SmallCrawl): Promise<void> {
  await bringLinks(crawl);
  for (const host of [preferred, ...mirrors]) await takeIn(crawl, host, []);
}

/** Has a host take in its inbox, with more links, in a turn that fetches nothing. */
export async function takeIn(
  crawl: SmallCrawl,
  host: HostName,
  candidates: readonly Candidate[],
): Promise<void> {
  await deliver(crawl.stores, key(host), { id: 'more', message: { candidates } });
  const order = { ...orderMessage(respellOrder, true), again: (await crawl.job()).config };
  await deliver(crawl.stores, key(host), { id: `${respellMessage}take-in`, message: order });
  await inTurns(crawl);
}

/** Leaves links in inboxes. */
export async function bringLinks(crawl: SmallCrawl): Promise<void> {
  const waiting = [
    ['a.example', '/both', 7],
    ['b.example', '/both', 3],
    ['b.example', '/waits', 5],
    ['c.example', '/waits', 2],
    ['c.example', '/2/waits', 9],
  ] as const;
  for (const [host, path, rank] of waiting) {
    const candidates = [{ url: `https://${host}${path}` as CanonicalUrl, depth: 2, rank }];
    await deliver(crawl.stores, key(host), { id: `waits-${path}`, message: { candidates } });
  }
}

const detecting = { records: 1_000_000, signal: new AbortController().signal };

export const detected = async ({ stores, job }: SmallCrawl) => detectAliases(stores, await job(), detecting);

export async function apply(crawl: SmallCrawl, ports: Ports = crawl.stores as never): Promise<void> {
  // As the command does, which may be asked again: groups in force are carried through.
  const known = await readAliasGroups(crawl.stores, jobName);
  const inForce = known.map(({ preferred: kept, aliases }) => ({
    preferred: kept,
    aliases: aliases.map(({ host }) => host),
  }));
  const groups = inForce.length > 0 ? inForce : (await detected(crawl)).groups;
  await applyGroups(ports, await crawl.job(), groups, { dryRun: false, request: 'merge' });
}

export async function undo(crawl: SmallCrawl, ports: Ports = crawl.stores as never): Promise<void> {
  const groups = await readAliasGroups(crawl.stores, jobName);
  await undoGroups(ports, await crawl.job(), groups, { dryRun: false, request: 'take-apart' });
}

/** As a worker of one machine does: at once, in turns that fetch nothing. */
export async function inTurns(crawl: SmallCrawl, ports: Ports = crawl.ports): Promise<void> {
  await goOnWithTasks(crawl.stores, await crawl.job(), Number.POSITIVE_INFINITY);
  await judgeHosts(ports, await crawl.job(), { timing: timing(60_000), lists, onTurn: () => undefined });
}

export async function faults({ stores, job }: SmallCrawl): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const finding of sanity(stores, await job()))
    if (finding.severity === 'error') found.push(finding);
  return found;
}

/** All that the hosts know of their URLs with every date and rank, and what every record leads to and says. */
export async function stateOf({ stores, job: current }: SmallCrawl) {
  const job = await current();
  const urls: object[] = [];
  const texts: object[] = [];
  const stored = openStoredPages(stores);
  for await (const hosts of hostPages(stores, jobName)) {
    for (const { host } of hosts) {
      await eachPage(stores, job, host, async (one) => {
        urls.push(one);
        if (one.state !== 'visited' || one.md5 === undefined) return;
        const { record } = (await stored.of(key(host), one)) ?? {};
        texts.push({ url: one.url, title: record?.title, text: record?.text, links: record?.links });
      });
    }
  }
  const { records } = await stores.records.records(jobName, 999);
  const leads = await Promise.all(
    records.map(async ({ md5 }) => [md5, ...(await stores.records.urls(jobName, md5, 99)).toSorted()]),
  );
  const sorted = (all: readonly object[]) =>
    all.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();
  return { urls: sorted(urls), texts: texts.map((one) => JSON.stringify(one)).sort(), leads: leads.sort() };
}

/** Ports of a process that dies by a plan. */
export function mortal(ports: Ports, plan: CrashPlan): Ports {
  const { hosts, records, changes, due, staged, jobs, segments } = ports;
  return {
    ...ports,
    hosts: crashing(hosts, plan),
    records: crashing(records, plan),
    changes: crashing(changes, plan),
    due: crashing(due, plan),
    staged: crashing(staged, plan),
    jobs: crashing(jobs, plan),
    segments: crashing(segments, plan),
  };
}
