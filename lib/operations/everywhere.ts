import { byName } from '../base/by-name.ts';
import type { NamedOperation, Operation } from '../pipeline/operation/operation.ts';

/** What help lists together. */
export type Group = 'crawl' | 'look' | 'topic' | 'operate' | 'collection' | 'deploy';

export interface OperationEntry {
  readonly group: Group;
  /** The words of its command line, where they are not its name: `dlq redrive`. */
  readonly line?: string;
  /** The command line has another command for it. */
  readonly hasOwnCommand?: true;
  readonly summary: string;
  readonly load: () => Promise<Operation>;
}

/** Operations that the function of a stack offers, too. The file of an operation is loaded only when it is asked for. */
export const everywhere = {
  status: {
    group: 'crawl',
    summary: 'show the state of a crawl, and why nothing is fetched',
    load: async () => (await import('./look/status.ts')).status,
  },
  fetch: {
    group: 'crawl',
    summary: 'fetch one page now and run the whole pipeline on it',
    load: async () => (await import('../pipeline/seeds/fetch-one.ts')).fetchPage,
  },
  raise: {
    group: 'crawl',
    summary: 'visit URLs that wait before others of their hosts',
    load: async () => (await import('./control/raise.ts')).raise,
  },
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
  delete: {
    group: 'operate',
    summary: 'take pages out of the collection, and keep them out; undo that',
    load: async () => (await import('../capabilities/delete/operation.ts')).deletion,
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
  cost: {
    group: 'look',
    summary: 'print what a crawl costs this month, with a forecast',
    load: async () => (await import('./look/cost.ts')).cost,
  },
  report: {
    group: 'look',
    summary: 'write a report of a crawl as an HTML page',
    load: async () => (await import('./look/report.ts')).report,
  },
  recycle: {
    group: 'operate',
    summary: 'deliver new links to their hosts now',
    load: async () => (await import('./maintain/recycle.ts')).recycle,
  },
  reclassify: {
    group: 'operate',
    summary: 'apply a changed topic to stored pages',
    load: async () => (await import('../capabilities/reclassify/operation.ts')).reclassify,
  },
  letters: {
    group: 'operate',
    line: 'dlq list',
    summary: 'list the dead letters',
    load: async () => (await import('./maintain/letters.ts')).letters,
  },
  letter: {
    group: 'operate',
    line: 'dlq show',
    summary: 'show what was in one message, and the present states of its hosts',
    load: async () => (await import('./maintain/letters.ts')).letter,
  },
  redrive: {
    group: 'operate',
    line: 'dlq redrive',
    summary: 'send dead letters back to their queues',
    load: async () => (await import('./maintain/letters.ts')).redrive,
  },
  drop: {
    group: 'operate',
    line: 'dlq drop',
    summary: 'delete dead letters',
    load: async () => (await import('./maintain/letters.ts')).drop,
  },
  records: {
    group: 'collection',
    summary: 'list the records of the collection',
    load: async () => (await import('./collection/records.ts')).records,
  },
  'export-begin': {
    group: 'collection',
    line: 'export begin',
    summary: 'export into the bucket of a stack, by its functions',
    load: async () => (await import('../capabilities/export/bucket-exports.ts')).beginExport,
  },
  'export-look': {
    group: 'collection',
    line: 'export look',
    summary: 'show how far an export into the bucket is',
    load: async () => (await import('../capabilities/export/bucket-exports.ts')).lookAtExport,
  },
  'export-continue': {
    group: 'collection',
    line: 'export continue',
    summary: 'go on with an export into the bucket now',
    load: async () => (await import('../capabilities/export/bucket-exports.ts')).goOnWithExport,
  },
} as const satisfies Readonly<Record<string, OperationEntry>>;

/** What the URLs of a stack's functions offer, too: rows that come bit by bit, there by pages. */
export const collectionRows = {
  changes: {
    group: 'collection',
    line: 'events replay',
    summary: 'print the change lines published since a time or a turn; the lines of each host are in order',
    load: async () => (await import('./collection/changes.ts')).changes,
  },
  snapshot: {
    group: 'collection',
    line: 'events snapshot',
    summary: 'print one change line for every record, and last the point from which to replay later changes',
    load: async () => (await import('./collection/changes.ts')).snapshot,
  },
} as const satisfies Readonly<Record<string, OperationEntry>>;

/** The operation of a name in a list; undefined: there is none. */
export async function loadOperation(
  among: Readonly<Record<string, OperationEntry>>,
  name: string,
): Promise<NamedOperation | undefined> {
  const entry = byName<OperationEntry>(among).get(name);
  return entry && { name, operation: await entry.load() };
}
