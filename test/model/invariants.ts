import { isNewer } from '../../examples/indexer/change.ts';
import type { HostName } from '../../lib/base/url/url.ts';
import { sanity } from '../../lib/capabilities/sanity/sanity.ts';
import type { ChangeLine, Predecessor } from '../../lib/domain/collection/record.ts';
import { openBody } from '../../lib/domain/frontier/body.ts';
import { type FrontierEntry, visits } from '../../lib/domain/frontier/list-pages.ts';
import { changesObjects, linesByTurn } from '../support/collection/turn-lines.ts';
import type { Request } from './web.ts';
import { hosts, subdomains } from './web.ts';
import { gapMs, jobs, seeds, type World } from './world.ts';

/** Two clocks that are both wrong can bring requests this much closer. */
const clockToleranceMs = 2_100;

/** Everything that must hold after a run, as sentences about what did not. */
export async function violations(world: World): Promise<readonly string[]> {
  return [
    ...world.simulation.failures.map((error) => `a process failed: ${String(error)}`),
    ...world.stuck.map((name) => `${name} never came to its end`),
    ...politeness(world.web.log),
    ...commitsOnce(world),
    ...(await nothingLost(world)),
    ...(await triesSettled(world)),
    ...(await everythingPublished(world)),
    ...(await recordsHeld(world)),
    ...(await indexAgrees(world)),
    ...(await sane(world)),
  ];
}

function* politeness(log: readonly Request[]): Generator<string> {
  for (const [host, requests] of Map.groupBy(log, (request) => request.host)) {
    const ordered = [...requests].sort((a, b) => a.start - b.start);
    for (const [index, request] of ordered.entries()) {
      const before = ordered[index - 1];
      if (!before) continue;
      const between = request.start - before.end;
      if (between < 0)
        yield `${host} had two requests at once: ${before.by} until ${before.end}, ${request.by} from ${request.start}`;
      else if (between < gapMs - clockToleranceMs)
        yield `${host} was asked ${between} ms after the last request by ${before.by} and ${request.by}`;
    }
  }
}

function* commitsOnce(world: World): Generator<string> {
  const seen = new Set<string>();
  const last = new Map<string, number>();
  for (const { key, turn } of world.commits) {
    if (seen.has(`${key} ${turn}`)) yield `turn ${turn} of ${key} committed twice`;
    if ((last.get(key) ?? 0) > turn) yield `turn ${turn} of ${key} committed after a later one`;
    seen.add(`${key} ${turn}`);
    last.set(key, turn);
  }
}

async function nothingLost(world: World): Promise<readonly string[]> {
  const found: string[] = [];
  const ports = world.stores;
  const expected = world.web.reachable(seeds);
  for (const job of jobs) {
    const pages = await pagesOf(world, job);
    const urls = pages.map((page) => page.url as string);
    if (new Set(urls).size !== urls.length) found.push(`a URL of ${job} is there twice`);
    const visited = new Map(
      pages.filter((page) => page.state === 'visited').map((page) => [page.url as string, page]),
    );
    for (const url of expected) if (!visited.has(url)) found.push(`${url} of ${job} was lost`);
    for (const [url, page] of visited) {
      if (page.state !== 'visited') continue;
      if (!expected.has(url)) found.push(`${url} of ${job} came from nowhere`);
      if (
        url === world.web.killer
          ? page.outcome !== 'failed'
          : page.outcome === 'failed' || (page.outcome === 'denied' && !world.web.changing)
      ) {
        found.push(`${url} of ${job} ended as ${page.outcome}`);
      }
      if (page.outcome === 'converting') found.push(`${url} of ${job} was never converted`);
      if (page.md5 === undefined) continue;
      const members = await ports.records.urls(job, page.md5, 100);
      if (!members.includes(page.url)) found.push(`record ${page.md5} of ${job} does not know ${url}`);
    }
  }
  return found;
}

/** Each host that had to be tried has proved itself, and none waits. */
async function triesSettled(world: World): Promise<readonly string[]> {
  const found: string[] = [];
  const reached = new Set([...world.web.reachable(seeds)].map((url) => new URL(url).host));
  const earned = subdomains.filter((host) => reached.has(host));
  for (const job of jobs) {
    const { hosts: opened } = await world.stores.domains.domain({ job, domain: 'z.example' });
    if (opened < earned.length) found.push(`${job} opened ${opened} of ${earned.length} hosts of a domain`);
    for (const host of earned) {
      const control = await world.stores.hosts.control({ job, host });
      if (control?.waits !== undefined) found.push(`${host} of ${job} waits for ever`);
      if (control?.opened !== undefined) found.push(`${host} of ${job} was opened, and has no turn`);
    }
  }
  return found;
}

async function pagesOf(world: World, jobName: string): Promise<FrontierEntry[]> {
  const ports = world.stores;
  const job = await ports.jobs.job(jobName);
  const pages: FrontierEntry[] = [];
  for (const host of [...hosts, ...subdomains]) {
    const key = { job: jobName, host };
    const stored = await ports.hosts.body(key);
    if (!job || !stored) continue;
    const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host });
    for await (const page of visits(body, (id, start, end) => ports.segments.read(key, id, start, end)))
      pages.push(page);
  }
  return pages;
}

/** What an operator would be told as an error (`winnow sanity`). */
async function sane({ stores }: World): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of jobs) {
    const job = await stores.jobs.job(name);
    if (job === undefined) continue;
    for await (const { code, severity, subject, detail } of sanity(stores, job, { documents: true })) {
      if (severity === 'error' || code === 'record-untold')
        found.push(`${name} is not sane: ${code} ${subject}: ${detail}`);
    }
  }
  return found;
}

/** No record is held by a URL that does not lead to it: it would never leave the collection. */
async function recordsHeld(world: World): Promise<readonly string[]> {
  const found: string[] = [];
  for (const job of jobs) {
    const leads = new Map<string, string | undefined>();
    for (const page of await pagesOf(world, job))
      leads.set(page.url, page.state === 'visited' ? page.md5 : undefined);
    for (const [md5, urls] of await collection(world, job))
      for (const url of urls)
        if (leads.get(url) !== md5)
          found.push(`record ${md5} of ${job} is held by ${url}, which leads to ${leads.get(url)}`);
  }
  return found;
}

/** The register: the URLs of each record, in order. */
export async function collection({ stores }: World, job: string): Promise<Map<string, readonly string[]>> {
  const { records } = await stores.records.records(job, 1_000);
  const urls = records.map(
    async ({ md5 }) => [md5, (await stores.records.urls(job, md5, 100)).toSorted()] as const,
  );
  return new Map(await Promise.all(urls));
}

/** Whoever indexes by the changes, in whatever order they come, has the collection in the end. */
async function indexAgrees(world: World): Promise<readonly string[]> {
  const found: string[] = [];
  for (const job of jobs) {
    const index = new Map<string, ChangeLine>();
    for (const { name } of await changesObjects(world.stores.changes, job)) {
      for (const line of (await world.stores.changes.read(job, name)) ?? []) {
        const change = JSON.parse(line) as ChangeLine;
        if (isNewer(change, index.get(change.md5))) index.set(change.md5, change);
      }
    }
    const records = await collection(world, job);
    for (const [md5, { change, record }] of index) {
      const [is, told] = [records.get(md5)?.join(' '), record?.urls.toSorted().join(' ')];
      if (change === 'deleted' ? is !== undefined : is !== told)
        found.push(`indexers of ${job} take ${md5} for ${change} with ${told}, and it has ${is}`);
    }
    for (const md5 of records.keys())
      if (!index.has(md5)) found.push(`indexers of ${job} do not know ${md5}`);
  }
  return found;
}

/**
 * The changes of each turn are in objects without gaps, and name the turn that told something before, with an object that
 * has its lines; the last are those that the host's control names. Nothing comes from a turn that was not committed. Each
 * record was created.
 */
async function everythingPublished(world: World): Promise<readonly string[]> {
  const found: string[] = [];
  const known = new Set<string>();
  const { changes, hosts: controls } = world.stores;
  const committed = new Set(world.commits.map(({ key, turn }) => `${key} ${turn}`));
  for (const job of jobs) {
    const told = new Map<string, number>();
    const byTurn = await linesByTurn(changes, job);
    const turnOf = (name: string): number => Number(name.split(' ')[1]);
    for (const [name, objects] of [...byTurn].sort(([a], [b]) => turnOf(a) - turnOf(b))) {
      const [host = '', turn] = [name.split(' ')[0], turnOf(name)];
      const before = told.get(host) ?? 0;
      told.set(host, turn);
      if (!committed.has(`${job} ${name}`)) found.push(`${name} of ${job} was told and not committed`);
      for (const lines of objects.values()) {
        for (const [ordinal, raw] of lines.entries()) {
          const { previous, ...line } = JSON.parse(raw) as ChangeLine;
          if (line.ordinal !== ordinal) found.push(`the changes of turn ${name} of ${job} have a gap`);
          const of = previous as Predecessor;
          if (of.turn !== before)
            found.push(`turn ${name} of ${job} names ${of.turn} as its predecessor, which is ${before}`);
          const keys = [...(byTurn.get(`${host} ${before}`)?.keys() ?? [])].map((one) =>
            changes.key(job, one),
          );
          if (before > 0 && !keys.includes(of.object ?? ''))
            found.push(`turn ${name} of ${job} names ${of.object} for turn ${before}, which is in ${keys}`);
          known.add(`${job} ${line.md5} ${line.url}`);
        }
      }
    }
    for (const [host, turn] of told) {
      const control = await controls.control({ job, host: host as HostName });
      const last = byTurn.get(`${host} ${control?.told?.turn}`);
      if (control?.told?.turn !== turn || last?.has(control.told.object) !== true)
        found.push(
          `the control of ${host} of ${job} names ${JSON.stringify(control?.told)}, and turn ${turn} told last`,
        );
    }
  }
  for (const job of jobs) {
    for (const page of await pagesOf(world, job)) {
      if (page.state !== 'visited' || page.md5 === undefined) continue;
      if (!known.has(`${job} ${page.md5} ${page.url}`))
        found.push(`${page.url} of ${job} was never published`);
    }
  }
  return found;
}
