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
  record: {
    group: 'collection',
    summary: 'show one record',
    load: async () => (await import('./commands/look/record.ts')).record,
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
  respell: {
    group: 'operate',
    summary: 'apply changed url rules to stored URLs',
    load: async () => (await import('./commands/operate/respell.ts')).respell,
  },
  metrics: {
    group: 'look',
    summary: 'print the metrics of a crawl',
    load: async () => (await import('./commands/look/metrics.ts')).metrics,
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
        const [{ commandOf }, operation] = await Promise.all([
          import('./commands/base/operation.ts'),
          load(),
        ]);
        return commandOf({ name, operation });
      };
      return where === 'stack' ? [] : [[name, { group, summary, load: define }]];
    }),
  ),
};
