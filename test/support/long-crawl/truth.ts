import type { ChangeLine } from '../../../lib/domain/collection/record.ts';
import type { Visit } from '../../../lib/domain/frontier/entry.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { replayChanges } from '../../../lib/pipeline/collection/replay-changes.ts';
import { eachVisit } from '../../../lib/pipeline/frontier/each-visit.ts';
import { hostPages } from '../../../lib/pipeline/frontier/host-pages.ts';
import type { ChangesObject } from '../../../lib/ports/changes.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { ChangingWeb, Shown } from './changing-web.ts';

type Read = Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'records' | 'changes'>;

/** What a visit of a page that is shown so may be told to have ended as. */
const endings: Readonly<Record<Shown, readonly string[]>> = {
  page: ['stored', 'duplicate', 'unchanged'],
  'off-topic': ['off-topic'],
  noindex: ['denied'],
  denied: ['denied'],
  moved: ['redirected'],
  missing: ['gone'],
  gone: ['gone'],
  down: ['failed'],
  busy: ['failed', 'denied'],
};

/** What is wrong with what a crawl holds in the end and has told, and what it told, by change and cause. */
export interface Judged {
  readonly mistakes: readonly string[];
  readonly told: Readonly<Record<string, number>>;
}

/**
 * Whatever a crawl has told of pages, in its frontier and in its changes objects, that is not what the web showed at that time; and
 * what its register of records has that a reader of its changes has not, and the other way round.
 */
export async function judge(ports: Read, web: ChangingWeb, settings: JobSettings): Promise<Judged> {
  const lines = await changesOf(ports, settings.name);
  const visits = await visitsOf(ports, settings.name);
  const mayBe = (url: string, at: number): readonly string[] => {
    const shown = web.shown(url, at);
    // A copy of robots.txt holds for a while.
    const denied = [shown, web.shown(url, at - settings.robots.maxAgeMs)].includes('denied');
    return [...endings[shown], ...(denied ? ['denied', ...endings[web.shownBy(url, at)]] : [])];
  };
  const mistakes: string[] = [];
  const check = (what: string, url: string, at: number, ending: string): void => {
    if (web.pages.has(url) && !mayBe(url, at).includes(ending))
      mistakes.push(`${what}: ${url} ended as ${ending} when it was ${web.shown(url, at)}`);
  };
  for (const { url, at, outcome } of visits) check('a visit', url, at, outcome);
  for (const { change, url, at, cause, record } of lines) {
    const page = web.pages.get(url);
    if (cause !== undefined) check(change, url, at, cause);
    else if (page !== undefined && !record?.text.includes(web.text(page, at)))
      mistakes.push(`${change}: ${url} said "${web.text(page, at)}" and not "${record?.text}"`);
  }
  const told = Map.groupBy(lines, ({ change, cause }) =>
    cause === undefined ? change : `${change} as ${cause}`,
  );
  return {
    mistakes: [...mistakes, ...(await differences(ports, settings.name, lines, visits))],
    told: Object.fromEntries([...told].map(([what, some]) => [what, some.length])),
  };
}

/** Register, changes and frontier say the same of what leads where. */
async function differences(
  ports: Read,
  job: string,
  lines: readonly ChangeLine[],
  visits: readonly Visit[],
): Promise<readonly string[]> {
  const newest = new Map<string, ChangeLine>();
  for (const line of lines) {
    const known = newest.get(line.md5);
    if (known === undefined || (line.revision ?? 0) > (known.revision ?? 0)) newest.set(line.md5, line);
  }
  const told = [...newest.values()].flatMap((line) => (line.change === 'deleted' ? [] : [line.md5]));
  const held = Map.groupBy(
    visits.filter(({ md5 }) => md5 !== undefined),
    ({ md5 }) => md5 as string,
  );
  const registered = new Map<string, readonly string[]>();
  let cursor: string | undefined;
  do {
    const page = await ports.records.records(job, 500, cursor);
    for (const { md5 } of page.records) registered.set(md5, await ports.records.urls(job, md5, 1_000));
    cursor = page.cursor;
  } while (cursor !== undefined);
  const mistakes: string[] = [];
  for (const md5 of told) if (!registered.has(md5)) mistakes.push(`${md5} was told and is not registered`);
  for (const [md5, urls] of registered) {
    if (!told.includes(md5)) mistakes.push(`${md5} is registered and was not told`);
    const leading = (held.get(md5) ?? []).map(({ url }) => url).sort();
    if (leading.join() !== urls.toSorted().join())
      mistakes.push(`${md5} has ${urls.join(' ')}, and ${leading.join(' ')} lead to it`);
  }
  for (const md5 of held.keys())
    if (!registered.has(md5)) mistakes.push(`${md5} is led to and is not registered`);
  return mistakes;
}

async function changesOf(ports: Read, job: string): Promise<readonly ChangeLine[]> {
  const all: ChangeLine[] = [];
  const missing = ({ key }: Pick<ChangesObject, 'key'>): never => {
    throw new Error(`${key} is listed and not there`);
  };
  for await (const { lines } of replayChanges(ports, job, {}, missing))
    all.push(...lines.map((line) => JSON.parse(line) as ChangeLine));
  return all;
}

async function visitsOf(ports: Read, name: string): Promise<readonly Visit[]> {
  const job = await ports.jobs.job(name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  const all: Visit[] = [];
  for await (const hosts of hostPages(ports, name)) {
    for (const { host } of hosts) {
      await eachVisit(ports, job, host, async (visit) => {
        all.push(visit);
      });
    }
  }
  return all;
}
