import { collectionRows, everywhere, type OperationEntry } from './everywhere.ts';
import { sinkOperations } from './sinks.ts';
import { taxonomyOperations } from './taxonomy.ts';
import { topicOperations } from './topic.ts';

/** All operations: those that are offered everywhere, and those that read too much for the function of a stack. */
export const operations = {
  crawl: {
    group: 'crawl',
    hasOwnCommand: true,
    summary: 'crawl a job until nothing more is due',
    load: async () => (await import('./control/crawl.ts')).crawl,
  },
  seed: {
    group: 'crawl',
    summary: 'add URLs as seeds',
    load: async () => (await import('./control/seed.ts')).seed,
  },
  ...collectionRows,
  ...everywhere,
  'deploy-job': {
    group: 'deploy',
    summary: 'make a job, or change its settings, on AWS or here',
    load: async () => (await import('./control/deploy-job.ts')).deployJob,
  },
  regions: {
    group: 'look',
    summary: 'list what the regions of hosts bring, and which are held',
    load: async () => (await import('./look/regions.ts')).regions,
  },
  sql: {
    group: 'look',
    summary: 'ask the crawl in SQL: pages, links, hosts, classes …',
    load: async () => (await import('../capabilities/sql/operation.ts')).sql,
  },
  replay: {
    group: 'look',
    summary: 'simulate another policy on the stored pages of a crawl',
    load: async () => (await import('../capabilities/replay/operation.ts')).replay,
  },
  compare: {
    group: 'look',
    summary: 'show what crawls have in common, and their harvests',
    load: async () => (await import('../capabilities/replay/compare.ts')).compare,
  },
  doctor: {
    group: 'look',
    summary: 'check settings, services and seeds for problems',
    load: async () => (await import('./look/doctor.ts')).doctor,
  },
  config: {
    group: 'look',
    summary: 'print the settings in force, and where each was set',
    load: async () => (await import('./look/config.ts')).config,
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
  directory: {
    group: 'look',
    summary: 'write hubs and authorities by class as pages of HTML',
    load: async () => (await import('./graph/graph-reports.ts')).directory,
  },
  hubs: {
    group: 'look',
    summary: 'list the best hubs and authorities, raise what hubs link to',
    load: async () => (await import('./graph/graph-reports.ts')).hubs,
  },
  ranks: {
    group: 'look',
    summary: 'list URLs by PageRank and other ranks, write them into records',
    load: async () => (await import('../capabilities/ranks/operation.ts')).ranks,
  },
  graph: {
    group: 'look',
    summary: 'write the link graph for other programs',
    load: async () => (await import('./graph/graph-files.ts')).graph,
  },
  respell: {
    group: 'operate',
    summary: 'apply changed url rules to stored URLs',
    load: async () => (await import('../capabilities/respell/operation.ts')).respell,
  },
  'alias-detect': {
    group: 'operate',
    line: 'alias detect',
    summary: 'find hosts that are one server',
    load: async () => (await import('../capabilities/alias/operations.ts')).detect,
  },
  'alias-apply': {
    group: 'operate',
    line: 'alias apply',
    summary: 'make hosts that are one server one host',
    load: async () => (await import('../capabilities/alias/operations.ts')).apply,
  },
  'alias-undo': {
    group: 'operate',
    line: 'alias undo',
    summary: 'take hosts apart that were made one',
    load: async () => (await import('../capabilities/alias/operations.ts')).undo,
  },
  sanity: {
    group: 'operate',
    summary: 'check stored data, and repair it',
    load: async () => (await import('../capabilities/sanity/sanity.ts')).checkStored,
  },
  dump: {
    group: 'operate',
    summary: 'write jobs, or one host, into a folder to load elsewhere',
    load: async () => (await import('../capabilities/backup/operation.ts')).dump,
  },
  load: {
    group: 'operate',
    summary: 'load jobs, or one host, from a dump',
    load: async () => (await import('../capabilities/backup/operation.ts')).load,
  },
  erase: {
    group: 'operate',
    summary: 'delete for good what a purged host or a deletion left',
    load: async () => (await import('../capabilities/erase/operation.ts')).erase,
  },
  jobs: {
    group: 'operate',
    line: 'jobs list',
    summary: 'list all jobs',
    load: async () => (await import('./look/hosts.ts')).jobs,
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
  classify: {
    group: 'topic',
    hasOwnCommand: true,
    summary: 'say what the topic of a job says of a stored page or a text',
    load: async () => (await import('./look/classify.ts')).classify,
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
  search: {
    group: 'collection',
    summary: 'find pages of the collection by their words',
    load: async () => (await import('../capabilities/search/operation.ts')).search,
  },
  record: {
    group: 'collection',
    summary: 'show one record',
    load: async () => (await import('./collection/record.ts')).record,
  },
  export: {
    group: 'collection',
    line: 'export write',
    summary: 'write the collection as Markdown, CSV, Parquet, XML, WACZ …, or what is new of it',
    load: async () => (await import('../capabilities/export/operation.ts')).exportCollection,
  },
  'export-reset': {
    group: 'collection',
    line: 'export reset',
    summary: 'have the next export to a consumer begin at the beginning',
    load: async () => (await import('../capabilities/export/operation.ts')).resetExport,
  },
  ...sinkOperations,
  ...taxonomyOperations,
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
  ...topicOperations,
  'examples-add': {
    group: 'topic',
    line: 'examples add',
    summary: 'add pages that the crawl is about: URLs, files, or folders of files',
    load: async () => (await import('../capabilities/examples/operations/change.ts')).addPages,
  },
  'examples-remove': {
    group: 'topic',
    line: 'examples remove',
    summary: 'remove pages from the examples',
    load: async () => (await import('../capabilities/examples/operations/change.ts')).removePages,
  },
  'examples-list': {
    group: 'topic',
    line: 'examples list',
    summary: 'list the examples and the rules of a job',
    load: async () => (await import('../capabilities/examples/operations/lists.ts')).list,
  },
  'examples-clear': {
    group: 'topic',
    line: 'examples clear',
    summary: 'forget all examples, rules, answers and rounds, also where they are lost or damaged',
    load: async () => (await import('../capabilities/examples/operations/change.ts')).clear,
  },
  'examples-rule': {
    group: 'topic',
    line: 'examples rule',
    summary: 'put all pages whose URLs match on a side: `rule out host ads.example.org`',
    load: async () => (await import('../capabilities/examples/operations/rules.ts')).rule,
  },
  'examples-rules': {
    group: 'topic',
    line: 'examples rules',
    summary: 'list the rules with what each matches among the URLs that the job knows',
    load: async () => (await import('../capabilities/examples/operations/rules.ts')).rules,
  },
  'examples-lists': {
    group: 'topic',
    line: 'examples lists',
    summary:
      'list pages to accept or reject: the best, the worst, the most doubtful, each class; and what each round brought',
    load: async () => (await import('../capabilities/examples/operations/lists.ts')).lists,
  },
  'examples-report': {
    group: 'topic',
    line: 'examples report',
    summary: 'write a folder: pages by class, pages that stand out, what each round took and brought',
    load: async () => (await import('../capabilities/examples/operations/report.ts')).report,
  },
  'examples-accept': {
    group: 'topic',
    line: 'examples accept',
    summary: 'say that pages of the lists are what the crawl is about; the next round learns of them',
    load: async () => (await import('../capabilities/examples/operations/change.ts')).accept,
  },
  'examples-reject': {
    group: 'topic',
    line: 'examples reject',
    summary: 'say that pages of the lists are not; the next round learns of them and visits them no more',
    load: async () => (await import('../capabilities/examples/operations/change.ts')).reject,
  },
  'examples-near': {
    group: 'topic',
    line: 'examples near',
    summary: 'find pages near an example whose titles share words with its class or the topic',
    load: async () => (await import('../capabilities/examples/operations/find.ts')).near,
  },
  'examples-hubs': {
    group: 'topic',
    line: 'examples hubs',
    summary: 'find pages that link to many pages which were accepted or are on topic',
    load: async () => (await import('../capabilities/examples/operations/find.ts')).infoHubs,
  },
  'examples-sites': {
    group: 'topic',
    line: 'examples sites',
    summary: 'find the sites of which most is on topic',
    load: async () => (await import('../capabilities/examples/operations/find.ts')).pureSites,
  },
  'examples-approve': {
    group: 'topic',
    line: 'examples approve',
    summary: 'make the best pages of a site examples, with the accuracy before and after',
    load: async () => (await import('../capabilities/examples/operations/find.ts')).approve,
  },
  'examples-round': {
    group: 'topic',
    line: 'examples round',
    summary: 'take in what was accepted and rejected, learn the topic anew, and go on with it',
    load: async () => (await import('../capabilities/examples/operations/round.ts')).round,
  },
  'examples-model': {
    group: 'topic',
    line: 'examples model',
    summary: 'write the model that a round has learnt to a file, for the `topic.model` of other jobs',
    load: async () => (await import('../capabilities/examples/operations/round.ts')).model,
  },
} as const satisfies Readonly<Record<string, OperationEntry>>;
