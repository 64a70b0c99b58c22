import type { Group, OperationEntry } from '../lib/operations/everywhere.ts';
import { operations } from '../lib/operations/operations.ts';
import type { DefineCommand } from './define-command.ts';

interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

/** Commands that are no operations: what is about files of this machine, or has a face of its own. */
const plainCommands: Readonly<Record<Group, Readonly<Record<string, CommandEntry>>>> = {
  crawl: {
    init: {
      summary: 'create a directory with a commented job.yaml',
      load: async () => (await import('./commands/crawl/init.ts')).init,
    },
    crawl: {
      summary: 'crawl a job, or without a job the shipped example',
      load: async () => (await import('./commands/crawl/crawl.ts')).crawl,
    },
    seed: {
      summary: 'add URLs as seeds',
      load: async () => (await import('./commands/crawl/seed.ts')).seed,
    },
  },
  look: {
    graph: {
      summary: 'write the link graph for other programs',
      load: async () => (await import('./commands/look/graph.ts')).graph,
    },
    ranks: {
      summary: 'list URLs by PageRank and other ranks, write them into records',
      load: async () => (await import('./commands/look/ranks.ts')).ranks,
    },
    directory: {
      summary: 'write hubs and authorities by class as pages of HTML',
      load: async () => (await import('./commands/look/directory.ts')).directory,
    },
    sql: {
      summary: 'ask the crawl in SQL: pages, links, hosts, classes …',
      load: async () => (await import('./commands/look/sql.ts')).sql,
    },
    report: {
      summary: 'write a report of a crawl as an HTML page',
      load: async () => (await import('./commands/look/report.ts')).report,
    },
    replay: {
      summary: 'simulate another policy on the stored pages of a crawl',
      load: async () => (await import('./commands/look/replay.ts')).replay,
    },
    config: {
      summary: 'print the settings in force, and where each was set',
      load: async () => (await import('./commands/operate/config.ts')).config,
    },
    doctor: {
      summary: 'check settings, services and seeds for problems',
      load: async () => (await import('./commands/look/doctor.ts')).doctor,
    },
  },
  topic: {
    topic: {
      summary: 'check a topic definition, test it on examples',
      load: async () => (await import('./commands/topic/topic.ts')).topic,
    },
    train: {
      summary: 'train a classifier with examples',
      load: async () => (await import('./commands/topic/train.ts')).train,
    },
    taxonomy: {
      summary: 'build, show and change a tree of classes',
      load: async () => (await import('./commands/taxonomy/taxonomy.ts')).taxonomy,
    },
    cluster: {
      summary: 'make clusters of stored pages that are a topic filter',
      load: async () => (await import('./commands/cluster/cluster.ts')).cluster,
    },
    classify: {
      summary: 'print the topic classes of documents',
      load: async () => (await import('./commands/topic/classify.ts')).classify,
    },
    examples: {
      summary: 'say by example what the crawl is about',
      load: async () => (await import('./commands/examples/examples.ts')).examples,
    },
  },
  operate: {
    jobs: {
      summary: 'list jobs, or remove a job',
      load: async () => await (await import('./commands/operate/jobs.ts')).loadJobs(),
    },
    respell: {
      summary: 'apply changed url rules to stored URLs',
      load: async () => (await import('./commands/operate/respell.ts')).respell,
    },
    serve: {
      summary: 'answer over HTTP: REST with an OpenAPI description',
      load: async () => (await import('./commands/serve/serve.ts')).serve,
    },
    dlq: {
      summary: 'list, redrive or delete dead letters',
      load: async () => (await import('./commands/operate/dlq.ts')).dlq,
    },
    sanity: {
      summary: 'check stored data, and repair it',
      load: async () => (await import('./commands/look/sanity.ts')).sanity,
    },
  },
  collection: {
    events: {
      summary: 'print changes or all records, for an indexer',
      load: async () => (await import('./commands/look/events.ts')).events,
    },
    archive: {
      summary: 'write the stored documents as WARC files, or check such files',
      load: async () => (await import('./commands/archive/archive.ts')).archive,
    },
  },
  deploy: {
    'import-combine': {
      summary: 'convert a job of Combine 4',
      load: async () => (await import('./commands/deploy/import-combine.ts')).importCombine,
    },
    'deploy-job': {
      summary: 'deploy a job to a stack on AWS',
      load: async () => (await import('./commands/deploy/deploy-job.ts')).deployJob,
    },
  },
};

function commandOfEntry(name: string, { summary, load }: OperationEntry): CommandEntry {
  return {
    summary,
    async load() {
      const [{ commandOf }, operation] = await Promise.all([import('./commands/base/operation.ts'), load()]);
      return commandOf({ name, operation });
    },
  };
}

/** All commands, group by group. The file of a command is loaded only when the command is run. */
export const commandTable: Readonly<Record<string, CommandEntry & { readonly group: string }>> =
  Object.fromEntries(
    Object.entries(plainCommands).flatMap(([group, plain]) => {
      const asked = Object.entries<OperationEntry>(operations)
        .filter(([, one]) => one.group === group && !one.isOfStack)
        .map(([name, entry]) => [name, commandOfEntry(name, entry)] as const);
      return [...Object.entries(plain), ...asked].map(([name, entry]) => [name, { group, ...entry }]);
    }),
  );
