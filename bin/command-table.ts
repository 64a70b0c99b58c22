import type { DefineCommand } from './define-command.ts';

interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

/** All commands in the order of the help. Each file is loaded only when its command is named. */
export const commandTable: Readonly<Record<string, CommandEntry>> = {
  init: {
    summary: 'make a directory with a commented job.yaml',
    load: async () => (await import('./commands/crawl/init.ts')).init,
  },
  crawl: {
    summary: 'crawl a job; without any, the example that ships with Winnow',
    load: async () => (await import('./commands/crawl/crawl.ts')).crawl,
  },
  seed: {
    summary: 'take URLs in as seeds',
    load: async () => (await import('./commands/crawl/seed.ts')).seed,
  },
  jobs: {
    summary: 'list the jobs there are, or remove one',
    load: async () => (await import('./commands/operate/jobs.ts')).jobs,
  },
  status: {
    summary: 'say how a crawl stands, and why nothing moves',
    load: async () => (await import('./commands/look/status.ts')).status,
  },
  pause: {
    summary: 'stop a crawl within one turn',
    load: async () => (await import('./commands/operate/control.ts')).pause,
  },
  continue: {
    summary: 'let a paused or drained crawl go on',
    load: async () => (await import('./commands/operate/control.ts')).continueCrawl,
  },
  stop: {
    summary: 'pause a crawl until it is opened',
    load: async () => (await import('./commands/operate/control.ts')).stop,
  },
  open: {
    summary: 'open a crawl, whatever stopped it',
    load: async () => (await import('./commands/operate/control.ts')).open,
  },
  drain: {
    summary: 'finish the turns that are out, begin none',
    load: async () => (await import('./commands/operate/control.ts')).drain,
  },
  block: {
    summary: 'fetch nothing of a host or domain, in any job',
    load: async () => (await import('./commands/operate/control.ts')).block,
  },
  unblock: {
    summary: 'let a blocked host be fetched again',
    load: async () => (await import('./commands/operate/control.ts')).unblock,
  },
  erase: {
    summary: 'delete for good what a purged host has left',
    load: async () => (await import('./commands/operate/erase.ts')).erase,
  },
  commands: {
    summary: 'list the commands that are under way',
    load: async () => (await import('./commands/operate/look.ts')).commands,
  },
  cancel: {
    summary: 'give up a command that is under way',
    load: async () => (await import('./commands/operate/control.ts')).cancel,
  },
  audit: {
    summary: 'list all commands: who, when, why',
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
  fetch: {
    summary: 'take one page through the whole pipeline now',
    load: async () => (await import('./commands/crawl/fetch.ts')).fetchPage,
  },
  records: {
    summary: 'list the collection',
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
    summary: 'replay what changed, or list all records, for an indexer',
    load: async () => (await import('./commands/look/events.ts')).events,
  },
  report: {
    summary: 'write how a crawl goes as a page for a browser',
    load: async () => (await import('./commands/look/report.ts')).report,
  },
  replay: {
    summary: 'simulate another policy over what a crawl stored',
    load: async () => (await import('./commands/look/replay.ts')).replay,
  },
  ab: {
    summary: 'run two policies, each on half of the hosts',
    load: async () => (await import('./commands/look/ab.ts')).ab,
  },
  why: {
    summary: 'say what becomes of a URL, and why',
    load: async () => (await import('./commands/look/why.ts')).why,
  },
  config: {
    summary: 'print the settings that hold, and what set each',
    load: async () => (await import('./commands/operate/config.ts')).config,
  },
  topic: {
    summary: 'check a topic definition, try it on examples',
    load: async () => (await import('./commands/topic/topic.ts')).topic,
  },
  train: {
    summary: 'train a classifier with examples',
    load: async () => (await import('./commands/topic/train.ts')).train,
  },
  taxonomy: {
    summary: 'build, show and change a tree of classes',
    load: async () => (await import('./commands/topic/taxonomy.ts')).taxonomy,
  },
  classify: {
    summary: 'say of documents which class they belong to',
    load: async () => (await import('./commands/topic/classify.ts')).classify,
  },
  recycle: {
    summary: 'work through the new links now',
    load: async () => (await import('./commands/operate/recycle.ts')).recycle,
  },
  reclassify: {
    summary: 'apply a changed topic to what is stored',
    load: async () => (await import('./commands/operate/reclassify.ts')).reclassify,
  },
  respell: {
    summary: 'apply changed url rules to what is stored',
    load: async () => (await import('./commands/operate/respell.ts')).respell,
  },
  reharvest: {
    summary: 'make pages due again: all, or by age, host, class …',
    load: async () => (await import('./commands/operate/reharvest.ts')).reharvest,
  },
  orphans: {
    summary: 'find pages that nobody links to any more',
    load: async () => (await import('./commands/operate/orphans.ts')).orphans,
  },
  metrics: {
    summary: 'print the metrics of a crawl',
    load: async () => (await import('./commands/look/metrics.ts')).metrics,
  },
  cost: {
    summary: 'say what a crawl costs this month, and will have cost',
    load: async () => (await import('./commands/look/cost.ts')).cost,
  },
  dlq: {
    summary: 'list, give back or delete tickets that were given up',
    load: async () => (await import('./commands/operate/dlq.ts')).dlq,
  },
  doctor: {
    summary: 'check everything that could go wrong',
    load: async () => (await import('./commands/look/doctor.ts')).doctor,
  },
  sanity: {
    summary: 'check what is stored, and mend it',
    load: async () => (await import('./commands/look/sanity.ts')).sanity,
  },
  'import-combine': {
    summary: 'make a job of one of Combine 4',
    load: async () => (await import('./commands/deploy/import-combine.ts')).importCombine,
  },
  'deploy-job': {
    summary: 'put a job into a stack on AWS',
    load: async () => (await import('./commands/deploy/deploy-job.ts')).deployJob,
  },
};
