import { byName } from '../base/by-name.ts';
import type { NamedOperation, Operation } from './operation.ts';

/** What help lists together, in its order. */
export const groups = ['crawl', 'look', 'topic', 'operate', 'collection', 'deploy'] as const;
export type Group = (typeof groups)[number];

export interface OperationEntry {
  readonly group: Group;
  /** Where it can be asked for: on the command line and in a program, of the function of a stack, or both. */
  readonly where: 'here' | 'stack' | 'both';
  readonly summary: string;
  readonly load: () => Promise<Operation>;
}

/** All operations in the order of the help. The file of an operation is loaded only when it is asked for. */
export const operations = {
  commands: {
    group: 'operate',
    where: 'both',
    summary: 'list the commands that are under way',
    load: async () => (await import('./look/audit.ts')).commands,
  },
  audit: {
    group: 'operate',
    where: 'both',
    summary: 'list all commands with requester, time and reason',
    load: async () => (await import('./look/audit.ts')).audit,
  },
  howmany: {
    group: 'look',
    where: 'both',
    summary: 'count the URLs of a job',
    load: async () => (await import('./look/howmany.ts')).howmany,
  },
  hosts: {
    group: 'look',
    where: 'both',
    summary: 'list the hosts of a job',
    load: async () => (await import('./look/hosts.ts')).hosts,
  },
} as const satisfies Readonly<Record<string, OperationEntry>>;

const entries = byName<OperationEntry>(operations);

/** The operation of a name; undefined: there is none. */
export async function loadOperation(name: string): Promise<NamedOperation | undefined> {
  const entry = entries.get(name);
  return entry && { name, operation: await entry.load() };
}
