import { everywhere, type OperationEntry } from './everywhere.ts';

/** All operations: those that are offered everywhere, and those that read too much for the function of a stack. */
export const operations = {
  ...everywhere,
  regions: {
    group: 'look',
    summary: 'list what the regions of hosts bring, and which are held',
    load: async () => (await import('./look/regions.ts')).regions,
  },
  strategy: {
    group: 'look',
    summary: 'show what the stages of a job and its sites came to',
    load: async () => (await import('./look/strategy.ts')).strategy,
  },
  sites: {
    group: 'look',
    summary: 'list the sites of a crawl with what was found there',
    load: async () => (await import('./graph/graph-reports.ts')).sites,
  },
  hubs: {
    group: 'look',
    summary: 'list the best hubs and authorities, raise what hubs link to',
    load: async () => (await import('./graph/graph-reports.ts')).hubs,
  },
  erase: {
    group: 'operate',
    summary: 'delete for good the stored content of a purged host',
    load: async () => (await import('../capabilities/erase/operation.ts')).erase,
  },
  jobs: {
    group: 'operate',
    line: 'jobs list',
    summary: 'list all jobs',
    load: async () => (await import('./look/jobs.ts')).jobs,
  },
  remove: {
    group: 'operate',
    line: 'jobs remove',
    summary: 'delete what the crawl of the job <name> stored, but keep its collection',
    load: async () => (await import('../capabilities/erase/operation.ts')).remove,
  },
  links: {
    group: 'look',
    summary: 'show how the classes of a topic link to each other',
    load: async () => (await import('./graph/graph-reports.ts')).links,
  },
  stats: {
    group: 'look',
    summary: 'count the collection by class and by term',
    load: async () => (await import('./look/stats.ts')).stats,
  },
  metrics: {
    group: 'look',
    summary: 'print the metrics of a crawl',
    load: async () => (await import('./look/stats.ts')).metrics,
  },
  why: {
    group: 'look',
    summary: 'explain what happens to a URL, and why',
    load: async () => (await import('../capabilities/why.ts')).whyOperation,
  },
  record: {
    group: 'collection',
    summary: 'show one record',
    load: async () => (await import('./collection/record.ts')).record,
  },
  reanalyse: {
    group: 'operate',
    summary: 'read stored pages again by changed settings, without fetching',
    load: async () => (await import('../capabilities/reanalyse/operation.ts')).reanalyse,
  },
  orphans: {
    group: 'operate',
    summary: 'find stored pages that no page links to any more',
    load: async () => (await import('../capabilities/orphans/operation.ts')).orphans,
  },
} as const satisfies Readonly<Record<string, OperationEntry>>;
