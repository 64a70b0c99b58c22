import { type Group, type OperationEntry, operations } from '../lib/operations/operations.ts';
import type { DefineCommand } from './define-command.ts';

export interface CommandEntry {
  readonly group: Group;
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

/** Commands that are no operations: what is about files of this machine, or has a face of its own. */
const plainCommands: Readonly<Record<string, CommandEntry>> = {
  init: {
    group: 'crawl',
    summary: 'create a directory with a commented job.yaml',
    load: async () => (await import('./commands/crawl/init.ts')).init,
  },
  crawl: {
    group: 'crawl',
    summary: 'crawl a job, or without a job the shipped example',
    load: async () => (await import('./commands/crawl/crawl.ts')).crawl,
  },
  seed: {
    group: 'crawl',
    summary: 'add URLs as seeds',
    load: async () => (await import('./commands/crawl/seed.ts')).seed,
  },
  jobs: {
    group: 'operate',
    summary: 'list jobs, or remove a job',
    load: async () => (await import('./commands/operate/jobs.ts')).jobs,
  },
  status: {
    group: 'crawl',
    summary: 'show the state of a crawl, and why nothing is fetched',
    load: async () => (await import('./commands/look/status.ts')).status,
  },
  erase: {
    group: 'operate',
    summary: 'delete for good the stored content of a purged host',
    load: async () => (await import('./commands/operate/erase.ts')).erase,
  },
  regions: {
    group: 'look',
    summary: 'list what the regions of hosts bring, and which are held',
    load: async () => (await import('./commands/look/regions.ts')).regions,
  },
  strategy: {
    group: 'look',
    summary: 'show what the stages of a job and its sites came to',
    load: async () => (await import('./commands/look/strategy.ts')).strategy,
  },
  sites: {
    group: 'look',
    summary: 'list the sites of a crawl with what was found there',
    load: async () => (await import('./commands/look/sites.ts')).sites,
  },
  graph: {
    group: 'look',
    summary: 'write the link graph for other programs',
    load: async () => (await import('./commands/look/graph.ts')).graph,
  },
  ranks: {
    group: 'look',
    summary: 'list URLs by PageRank and other ranks, write them into records',
    load: async () => (await import('./commands/look/ranks.ts')).ranks,
  },
  directory: {
    group: 'look',
    summary: 'write hubs and authorities by class as pages of HTML',
    load: async () => (await import('./commands/look/directory.ts')).directory,
  },
  hubs: {
    group: 'look',
    summary: 'list the best hubs and authorities, raise what hubs link to',
    load: async () => (await import('./commands/look/hubs.ts')).hubs,
  },
  links: {
    group: 'look',
    summary: 'show how the classes of a topic link to each other',
    load: async () => (await import('./commands/look/links.ts')).links,
  },
  sql: {
    group: 'look',
    summary: 'ask the crawl in SQL: pages, links, hosts, classes …',
    load: async () => (await import('./commands/look/sql.ts')).sql,
  },
  fetch: {
    group: 'crawl',
    summary: 'fetch one page now and run the whole pipeline on it',
    load: async () => (await import('./commands/crawl/fetch.ts')).fetchPage,
  },
  records: {
    group: 'collection',
    summary: 'list the records of the collection',
    load: async () => (await import('./commands/look/records.ts')).records,
  },
  record: {
    group: 'collection',
    summary: 'show one record',
    load: async () => (await import('./commands/look/record.ts')).record,
  },
  stats: {
    group: 'look',
    summary: 'count the collection by class and by term',
    load: async () => (await import('./commands/look/stats.ts')).stats,
  },
  events: {
    group: 'collection',
    summary: 'print changes or all records, for an indexer',
    load: async () => (await import('./commands/look/events.ts')).events,
  },
  archive: {
    group: 'collection',
    summary: 'write the stored documents as WARC files, or check such files',
    load: async () => (await import('./commands/archive/archive.ts')).archive,
  },
  report: {
    group: 'look',
    summary: 'write a report of a crawl as an HTML page',
    load: async () => (await import('./commands/look/report.ts')).report,
  },
  replay: {
    group: 'look',
    summary: 'simulate another policy on the stored pages of a crawl',
    load: async () => (await import('./commands/look/replay.ts')).replay,
  },
  why: {
    group: 'look',
    summary: 'explain what happens to a URL, and why',
    load: async () => (await import('./commands/look/why.ts')).why,
  },
  config: {
    group: 'look',
    summary: 'print the settings in force, and where each was set',
    load: async () => (await import('./commands/operate/config.ts')).config,
  },
  topic: {
    group: 'topic',
    summary: 'check a topic definition, test it on examples',
    load: async () => (await import('./commands/topic/topic.ts')).topic,
  },
  train: {
    group: 'topic',
    summary: 'train a classifier with examples',
    load: async () => (await import('./commands/topic/train.ts')).train,
  },
  taxonomy: {
    group: 'topic',
    summary: 'build, show and change a tree of classes',
    load: async () => (await import('./commands/taxonomy/taxonomy.ts')).taxonomy,
  },
  cluster: {
    group: 'topic',
    summary: 'make clusters of stored pages that are a topic filter',
    load: async () => (await import('./commands/cluster/cluster.ts')).cluster,
  },
  classify: {
    group: 'topic',
    summary: 'print the topic classes of documents',
    load: async () => (await import('./commands/topic/classify.ts')).classify,
  },
  examples: {
    group: 'topic',
    summary: 'say by example what the crawl is about',
    load: async () => (await import('./commands/examples/examples.ts')).examples,
  },
  recycle: {
    group: 'operate',
    summary: 'deliver new links to their hosts now',
    load: async () => (await import('./commands/operate/recycle.ts')).recycle,
  },
  reclassify: {
    group: 'operate',
    summary: 'apply a changed topic to stored pages',
    load: async () => (await import('./commands/operate/reclassify.ts')).reclassify,
  },
  reanalyse: {
    group: 'operate',
    summary: 'read stored pages again by changed settings, without fetching',
    load: async () => (await import('./commands/operate/reanalyse.ts')).reanalyse,
  },
  respell: {
    group: 'operate',
    summary: 'apply changed url rules to stored URLs',
    load: async () => (await import('./commands/operate/respell.ts')).respell,
  },
  orphans: {
    group: 'operate',
    summary: 'find stored pages that no page links to any more',
    load: async () => (await import('./commands/operate/orphans.ts')).orphans,
  },
  metrics: {
    group: 'look',
    summary: 'print the metrics of a crawl',
    load: async () => (await import('./commands/look/metrics.ts')).metrics,
  },
  cost: {
    group: 'look',
    summary: 'print what a crawl costs this month, with a forecast',
    load: async () => (await import('./commands/look/cost.ts')).cost,
  },
  dlq: {
    group: 'operate',
    summary: 'list, redrive or delete dead letters',
    load: async () => (await import('./commands/operate/dlq.ts')).dlq,
  },
  doctor: {
    group: 'look',
    summary: 'check settings, services and seeds for problems',
    load: async () => (await import('./commands/look/doctor.ts')).doctor,
  },
  sanity: {
    group: 'operate',
    summary: 'check stored data, and repair it',
    load: async () => (await import('./commands/look/sanity.ts')).sanity,
  },
  'import-combine': {
    group: 'deploy',
    summary: 'convert a job of Combine 4',
    load: async () => (await import('./commands/deploy/import-combine.ts')).importCombine,
  },
  'deploy-job': {
    group: 'deploy',
    summary: 'deploy a job to a stack on AWS',
    load: async () => (await import('./commands/deploy/deploy-job.ts')).deployJob,
  },
};

/** All commands. The file of a command is loaded only when the command is run. */
export const commandTable: Readonly<Record<string, CommandEntry>> = {
  ...plainCommands,
  ...Object.fromEntries(
    Object.entries<OperationEntry>(operations).flatMap(([name, { group, summary, where, load }]) => {
      const define = async (): Promise<DefineCommand> => {
        const [{ commandOf }, operation] = await Promise.all([import('./commands/base/operation.ts'), load()]);
        return commandOf({ name, operation });
      };
      return where === 'stack' ? [] : [[name, { group, summary, load: define }]];
    }),
  ),
};
