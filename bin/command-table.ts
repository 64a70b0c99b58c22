import type { DefineCommand } from './define-command.ts';

interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

/** All commands in the order of the help. The file of a command is loaded only when the command is run. */
export const commandTable: Readonly<Record<string, CommandEntry>> = {
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
  jobs: {
    summary: 'list jobs, or remove a job',
    load: async () => (await import('./commands/operate/jobs.ts')).jobs,
  },
  status: {
    summary: 'show the state of a crawl, and why nothing is fetched',
    load: async () => (await import('./commands/look/status.ts')).status,
  },
  pause: {
    summary: 'pause a crawl within one turn',
    load: async () => (await import('./commands/operate/control.ts')).pause,
  },
  continue: {
    summary: 'resume a paused or drained crawl',
    load: async () => (await import('./commands/operate/control.ts')).continueCrawl,
  },
  stop: {
    summary: 'pause a crawl until `winnow open`',
    load: async () => (await import('./commands/operate/control.ts')).stop,
  },
  open: {
    summary: 'resume a crawl, whatever stopped it',
    load: async () => (await import('./commands/operate/control.ts')).open,
  },
  drain: {
    summary: 'finish the turns that were given out, begin no new turn',
    load: async () => (await import('./commands/operate/control.ts')).drain,
  },
  block: {
    summary: 'fetch no page of a host or domain, in any job',
    load: async () => (await import('./commands/operate/control.ts')).block,
  },
  unblock: {
    summary: 'allow a blocked host or domain again',
    load: async () => (await import('./commands/operate/control.ts')).unblock,
  },
  erase: {
    summary: 'delete for good the stored content of a purged host',
    load: async () => (await import('./commands/operate/erase.ts')).erase,
  },
  commands: {
    summary: 'list the commands that are under way',
    load: async () => (await import('./commands/operate/look.ts')).commands,
  },
  cancel: {
    summary: 'cancel a command that is under way',
    load: async () => (await import('./commands/operate/control.ts')).cancel,
  },
  audit: {
    summary: 'list all commands with requester, time and reason',
    load: async () => (await import('./commands/operate/look.ts')).audit,
  },
  howmany: {
    summary: 'count the URLs of a job',
    load: async () => (await import('./commands/operate/look.ts')).howmany,
  },
  hosts: {
    summary: 'list the hosts of a job',
    load: async () => (await import('./commands/operate/look.ts')).hosts,
  },
  regions: {
    summary: 'list what the regions of hosts bring, and which are held',
    load: async () => (await import('./commands/look/regions.ts')).regions,
  },
  strategy: {
    summary: 'show what the stages of a job and its sites came to',
    load: async () => (await import('./commands/look/strategy.ts')).strategy,
  },
  sites: {
    summary: 'list the sites of a crawl with what was found there',
    load: async () => (await import('./commands/look/sites.ts')).sites,
  },
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
  hubs: {
    summary: 'list the best hubs and authorities, raise what hubs link to',
    load: async () => (await import('./commands/look/hubs.ts')).hubs,
  },
  links: {
    summary: 'show how the classes of a topic link to each other',
    load: async () => (await import('./commands/look/links.ts')).links,
  },
  sql: {
    summary: 'ask the crawl in SQL: pages, links, hosts, classes …',
    load: async () => (await import('./commands/look/sql.ts')).sql,
  },
  fetch: {
    summary: 'fetch one page now and run the whole pipeline on it',
    load: async () => (await import('./commands/crawl/fetch.ts')).fetchPage,
  },
  records: {
    summary: 'list the records of the collection',
    load: async () => (await import('./commands/look/records.ts')).records,
  },
  record: {
    summary: 'show one record',
    load: async () => (await import('./commands/look/record.ts')).record,
  },
  stats: {
    summary: 'count the collection by class and by term',
    load: async () => (await import('./commands/look/stats.ts')).stats,
  },
  events: {
    summary: 'print changes or all records, for an indexer',
    load: async () => (await import('./commands/look/events.ts')).events,
  },
  archive: {
    summary: 'write the stored documents as WARC files, or check such files',
    load: async () => (await import('./commands/archive/archive.ts')).archive,
  },
  report: {
    summary: 'write a report of a crawl as an HTML page',
    load: async () => (await import('./commands/look/report.ts')).report,
  },
  replay: {
    summary: 'simulate another policy on the stored pages of a crawl',
    load: async () => (await import('./commands/look/replay.ts')).replay,
  },
  why: {
    summary: 'explain what happens to a URL, and why',
    load: async () => (await import('./commands/look/why.ts')).why,
  },
  config: {
    summary: 'print the settings in force, and where each was set',
    load: async () => (await import('./commands/operate/config.ts')).config,
  },
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
  recycle: {
    summary: 'deliver new links to their hosts now',
    load: async () => (await import('./commands/operate/recycle.ts')).recycle,
  },
  reclassify: {
    summary: 'apply a changed topic to stored pages',
    load: async () => (await import('./commands/operate/reclassify.ts')).reclassify,
  },
  reanalyse: {
    summary: 'read stored pages again by changed settings, without fetching',
    load: async () => (await import('./commands/operate/reanalyse.ts')).reanalyse,
  },
  respell: {
    summary: 'apply changed url rules to stored URLs',
    load: async () => (await import('./commands/operate/respell.ts')).respell,
  },
  reharvest: {
    summary: 'make pages due again: all, or by age, host, class …',
    load: async () => (await import('./commands/operate/reharvest.ts')).reharvest,
  },
  orphans: {
    summary: 'find stored pages that no page links to any more',
    load: async () => (await import('./commands/operate/orphans.ts')).orphans,
  },
  metrics: {
    summary: 'print the metrics of a crawl',
    load: async () => (await import('./commands/look/metrics.ts')).metrics,
  },
  cost: {
    summary: 'print what a crawl costs this month, with a forecast',
    load: async () => (await import('./commands/look/cost.ts')).cost,
  },
  dlq: {
    summary: 'list, redrive or delete dead letters',
    load: async () => (await import('./commands/operate/dlq.ts')).dlq,
  },
  doctor: {
    summary: 'check settings, services and seeds for problems',
    load: async () => (await import('./commands/look/doctor.ts')).doctor,
  },
  sanity: {
    summary: 'check stored data, and repair it',
    load: async () => (await import('./commands/look/sanity.ts')).sanity,
  },
  'import-combine': {
    summary: 'convert a job of Combine 4',
    load: async () => (await import('./commands/deploy/import-combine.ts')).importCombine,
  },
  'deploy-job': {
    summary: 'deploy a job to a stack on AWS',
    load: async () => (await import('./commands/deploy/deploy-job.ts')).deployJob,
  },
};
