import type { OperationEntry } from './everywhere.ts';

/** What people ask of the sinks of a job, and order them to do. */
export const sinkOperations = {
  sinks: {
    group: 'collection',
    line: 'sinks list',
    summary: 'show where the sinks of a job stand',
    load: async () => (await import('../capabilities/sinks/operations.ts')).list,
  },
  'sinks-run': {
    group: 'collection',
    line: 'sinks run',
    summary: 'push what is left to the sinks now, without a crawl',
    load: async () => (await import('../capabilities/sinks/operations.ts')).run,
  },
  'sinks-refused': {
    group: 'collection',
    line: 'sinks refused',
    summary: 'list what the target of a sink refused',
    load: async () => (await import('../capabilities/sinks/operations.ts')).refused,
  },
  'sinks-retry': {
    group: 'collection',
    line: 'sinks retry',
    summary: 'send a sink again what its target refused, and try at once',
    load: async () => (await import('../capabilities/sinks/operations.ts')).retry,
  },
  'sinks-rebuild': {
    group: 'collection',
    line: 'sinks rebuild',
    summary: 'fill a sink anew beside what its readers see, and switch at the end',
    load: async () => (await import('../capabilities/sinks/operations.ts')).rebuild,
  },
  'sinks-reset': {
    group: 'collection',
    line: 'sinks reset',
    summary: 'hand a sink everything again',
    load: async () => (await import('../capabilities/sinks/operations.ts')).reset,
  },
  'sinks-pause': {
    group: 'collection',
    line: 'sinks pause',
    summary: 'hand a sink nothing until `winnow sinks continue`',
    load: async () => (await import('../capabilities/sinks/operations.ts')).pause,
  },
  'sinks-continue': {
    group: 'collection',
    line: 'sinks continue',
    summary: 'go on with a paused sink',
    load: async () => (await import('../capabilities/sinks/operations.ts')).goOn,
  },
} as const satisfies Readonly<Record<string, OperationEntry>>;
