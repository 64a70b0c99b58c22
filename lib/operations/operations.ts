import { byName } from '../base/by-name.ts';
import { ask, dataOf, type Requester } from './ask.ts';
import type { NamedOperation, Operation } from './operation.ts';
import type { Workplace } from './place.ts';

/** What help lists together, in its order. */
export const groups = ['crawl', 'look', 'topic', 'operate', 'collection', 'deploy'] as const;
export type Group = (typeof groups)[number];

export interface OperationEntry {
  readonly group: Group;
  /** Only on the command line and in a program, or only of a stack. Absent: everywhere. */
  readonly where?: 'here' | 'stack';
  readonly summary: string;
  readonly load: () => Promise<Operation>;
}

/** All operations in the order of the help. The file of an operation is loaded only when it is asked for. */
export const operations = {
  pause: {
    group: 'crawl',
    summary: 'pause a crawl within one turn',
    load: async () => (await import('./control/state.ts')).pause,
  },
  continue: {
    group: 'crawl',
    summary: 'resume a paused or drained crawl',
    load: async () => (await import('./control/state.ts')).continueCrawl,
  },
  stop: {
    group: 'crawl',
    summary: 'pause a crawl until `winnow open`',
    load: async () => (await import('./control/state.ts')).stop,
  },
  open: {
    group: 'crawl',
    summary: 'resume a crawl, whatever stopped it',
    load: async () => (await import('./control/state.ts')).open,
  },
  drain: {
    group: 'crawl',
    summary: 'finish the turns that were given out, begin no new turn',
    load: async () => (await import('./control/state.ts')).drain,
  },
  block: {
    group: 'operate',
    summary: 'fetch no page of a host or domain, in any job',
    load: async () => (await import('./control/block.ts')).block,
  },
  unblock: {
    group: 'operate',
    summary: 'allow a blocked host or domain again',
    load: async () => (await import('./control/block.ts')).unblock,
  },
  cancel: {
    group: 'operate',
    summary: 'cancel a command that is under way',
    load: async () => (await import('./control/block.ts')).cancel,
  },
  reharvest: {
    group: 'operate',
    summary: 'make pages due again: all, or by age, host, class …',
    load: async () => (await import('./control/reharvest.ts')).reharvest,
  },
  commands: {
    group: 'operate',
    summary: 'list the commands that are under way',
    load: async () => (await import('./look/audit.ts')).commands,
  },
  audit: {
    group: 'operate',
    summary: 'list all commands with requester, time and reason',
    load: async () => (await import('./look/audit.ts')).audit,
  },
  howmany: {
    group: 'look',
    summary: 'count the URLs of a job',
    load: async () => (await import('./look/hosts.ts')).howmany,
  },
  hosts: {
    group: 'look',
    summary: 'list the hosts of a job',
    load: async () => (await import('./look/hosts.ts')).hosts,
  },
  regions: {
    group: 'look',
    where: 'here',
    summary: 'list what the regions of hosts bring, and which are held',
    load: async () => (await import('./look/regions.ts')).regions,
  },
  strategy: {
    group: 'look',
    where: 'here',
    summary: 'show what the stages of a job and its sites came to',
    load: async () => (await import('./look/strategy.ts')).strategy,
  },
  sites: {
    group: 'look',
    where: 'here',
    summary: 'list the sites of a crawl with what was found there',
    load: async () => (await import('./graph/graph-reports.ts')).sites,
  },
  links: {
    group: 'look',
    where: 'here',
    summary: 'show how the classes of a topic link to each other',
    load: async () => (await import('./graph/graph-reports.ts')).links,
  },
  stats: {
    group: 'look',
    where: 'here',
    summary: 'count the collection by class and by term',
    load: async () => (await import('./look/stats.ts')).stats,
  },
  cost: {
    group: 'look',
    summary: 'print what a crawl costs this month, with a forecast',
    load: async () => (await import('./look/cost.ts')).cost,
  },
  recycle: {
    group: 'operate',
    summary: 'deliver new links to their hosts now',
    load: async () => (await import('./maintain/recycle.ts')).recycle,
  },
  reclassify: {
    group: 'operate',
    summary: 'apply a changed topic to stored pages',
    load: async () => (await import('./maintain/reclassify.ts')).reclassify,
  },
  reanalyse: {
    group: 'operate',
    where: 'here',
    summary: 'read stored pages again by changed settings, without fetching',
    load: async () => (await import('./maintain/reanalyse.ts')).reanalyse,
  },
  orphans: {
    group: 'operate',
    where: 'here',
    summary: 'find stored pages that no page links to any more',
    load: async () => (await import('./maintain/orphans.ts')).orphans,
  },
  letters: {
    group: 'operate',
    where: 'stack',
    summary: 'list the dead letters',
    load: async () => (await import('./maintain/letters.ts')).letters,
  },
  redrive: {
    group: 'operate',
    where: 'stack',
    summary: 'send dead letters back to their queues',
    load: async () => (await import('./maintain/letters.ts')).redrive,
  },
  drop: {
    group: 'operate',
    where: 'stack',
    summary: 'delete dead letters',
    load: async () => (await import('./maintain/letters.ts')).drop,
  },
  records: {
    group: 'collection',
    summary: 'list the records of the collection',
    load: async () => (await import('./collection/records.ts')).records,
  },
} as const satisfies Readonly<Record<string, OperationEntry>>;

export type OperationName = keyof typeof operations;
type Described<N extends OperationName> = Awaited<ReturnType<(typeof operations)[N]['load']>>;
/** What an operation answers. */
export type AnswerOf<N extends OperationName> = Awaited<ReturnType<Described<N>['run']>>;

/**
 * Asks for an operation by its name; a request that was done before is answered with what came of it then.
 * @throws WinnowError as `ask`
 */
export async function order<N extends OperationName>(
  name: N,
  place: Workplace,
  raw: object,
  asker: Requester,
): Promise<AnswerOf<N>> {
  const operation: Operation = await operations[name].load();
  return dataOf(await ask({ name, operation }, place, raw, asker)) as AnswerOf<N>;
}

/** The operation of a name; undefined: there is none. */
export async function loadOperation(name: string): Promise<NamedOperation | undefined> {
  const entry = byName<OperationEntry>(operations).get(name);
  return entry && { name, operation: await entry.load() };
}
