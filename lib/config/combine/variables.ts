import type { CombineVariable } from './combine-variable.ts';

const noDatabase = 'Winnow brings its own storage: nothing to do.';
const svmModel =
  'Put its words beside it, one a line, as FILE.words, and name it in topic.model (docs/training.md); or train one anew (`winnow train svm --good --bad`).';
const indexer = 'A sink hands changes to an index (docs/sinks.md).';

const constants: readonly (readonly [name: string, usual: string, key: string])[] = [
  ['StdTitleWeight', '10', 'topic.weights'],
  ['StdMetaWeight', '4', 'topic.weights'],
  ['StdHeadingsWeight', '2', 'topic.weights'],
  ['StdCutoffRel', '10', 'topic.minShare'],
  ['StdCutoffNorm', '0.2', 'topic.minRelative'],
  ['StdCutoffTot', '90', 'topic.minScore'],
  ['PosCutoffRel', '1', 'topic.minShare'],
  ['PosCutoffNorm', '0.002', 'topic.minRelative'],
  ['PosCutoffTot', '1', 'topic.minScore'],
];

/** Constants of Combine's topic filter, commented out in its default.cfg, and the keys that set them here. */
const topicConstants: readonly CombineVariable[] = constants.map(([name, usual, key]) => ({
  name,
  usual,
  needless: 'any',
  note: `Fixed in the code of Combine, so that setting it did nothing; \`${key}\` sets it here.`,
}));

/** The simple variables in Combine's order, then the parts of its blocks. */
export const combineVariables: readonly CombineVariable[] = [
  {
    name: 'AutoRecycleLinks',
    usual: '1',
    key: 'autoRecycleLinks',
    note: '`winnow recycle` is `combineCtrl recyclelinks`.',
  },
  {
    name: 'analysePlugin',
    usual: '',
    needless: [''],
    note: 'Perl modules are not run: write it anew as a plug-in and name it in `analysers` (docs/plugins.md).',
  },
  { name: 'autoClassAlg', needless: 'any', note: 'Obsolete in Combine too, replaced by classifyPlugIn.' },
  {
    name: 'baseConfigDir',
    usual: '/etc/combine',
    needless: 'any',
    note: 'A job is a directory with a job.yaml, wherever it is: `--job DIR`.',
  },
  {
    name: 'classifyPlugIn',
    usual: 'Combine::Check_record',
    key: 'topic.algorithm',
    note: '`Check_record` is `plain`, `PosCheck_record` is `position`; in place of `classifySVM` name a model of `winnow train svm`, in place of your own a plug-in (docs/plugins.md).',
  },
  {
    name: 'configDir',
    needless: 'any',
    note: 'A job is a directory with a job.yaml, wherever it is: `--job DIR`.',
  },
  { name: 'DBItraceFile', needless: 'any', note: noDatabase },
  {
    name: 'doAnalyse',
    usual: '0',
    key: 'analysis.country',
    note: 'With 1 `content.language` and `analysis.genre` are set too.',
  },
  {
    name: 'doCheckRecord',
    usual: '0',
    key: 'topic.file',
    note: 'With 1 job.yaml names the files of the topic; with 0 they are only copied.',
  },
  {
    name: 'doOAI',
    usual: '1',
    needless: 'any',
    note: 'Created, updated and deleted records are always published as changes.',
  },
  {
    name: 'extractLinksFromText',
    usual: '1',
    key: 'links.fromText',
    choices: ['none', 'all'],
    note: 'Those with https too, and in what HTML shows as in plain text.',
  },
  {
    name: 'HarvesterMaxMissions',
    usual: '500',
    needless: 'any',
    note: 'A crawl needs no restart. `winnow crawl --max-pages` ends one early.',
  },
  {
    name: 'HarvestRetries',
    usual: '5',
    key: 'fetch.maxTries',
    note: 'Tries in all, the first included; in Combine it had no effect.',
  },
  {
    name: 'httpProxy',
    usual: '',
    key: 'network.proxy',
    needless: [''],
    note: 'It must allow CONNECT to port 80 too; its user and password stand in the secret of `fetch.credentials`.',
  },
  { name: 'LogHandle', needless: 'any', note: 'Internal to Combine.' },
  {
    name: 'Loglev',
    usual: '0',
    needless: 'any',
    note: 'Errors are always logged; `winnow status` and `winnow why URL` tell of pages.',
  },
  {
    name: 'maxUrlLength',
    usual: '250',
    key: 'scope.maxUrlLength',
    note: 'What is refused is counted, and `winnow why URL` names it.',
  },
  {
    name: 'MPCAHostPort',
    needless: [''],
    note: 'A classifier of your own is a plug-in, named in `topic.filters` (docs/plugins.md).',
  },
  { name: 'MySQLdatabase', needless: 'any', note: noDatabase },
  { name: 'MySQLfulltext', usual: '0', needless: ['0'], note: indexer },
  { name: 'MySQLhandle', needless: 'any', note: 'Internal to Combine.' },
  {
    name: 'Operator-Email',
    usual: 'YourEmailAdress@YourDomain',
    key: 'userAgent.contact',
    note: 'May also be the URL of a page about the crawl. Without it only loopback is crawled.',
  },
  { name: 'PattiSpecial', needless: 'any', note: 'PDF is converted as every other format.' },
  { name: 'Password', needless: 'any', note: 'Combine never used it either.' },
  {
    name: 'relTextPlugin',
    usual: '',
    key: 'content.main',
    note: 'Perl modules are not run: Winnow finds the main content itself; topics are judged by the whole text.',
  },
  {
    name: 'saveHTML',
    usual: '1',
    key: 'documents.keep',
    note: 'Raw documents are kept compressed.',
  },
  { name: 'SchedulingAlgorithm', usual: 'default', needless: 'any', note: 'Combine never consulted it.' },
  { name: 'SdqRetries', usual: '5', needless: 'any', note: 'Combine never used it.' },
  { name: 'SolrHost', usual: '', needless: [''], note: indexer },
  {
    name: 'SummaryLength',
    usual: '0',
    key: 'analysis.summary',
    note: 'Sentences of the text, at most so many characters (`analysis.summary` of a record).',
  },
  {
    name: 'SVMmodel',
    usual: '',
    needless: [''],
    note: svmModel,
  },
  {
    name: 'UAtimeout',
    usual: '30',
    key: 'fetch.timeout',
    note: 'The whole request, from connecting to the last byte; in Combine the longest silence.',
  },
  {
    name: 'UserAgentFollowRedirects',
    usual: '0',
    key: 'redirects',
    choices: ['link', 'follow'],
    note: 'For 307 and 308 too; a redirect to another host always is a link.',
  },
  {
    name: 'UserAgentGetIfModifiedSince',
    usual: '1',
    needless: ['1'],
    note: 'Requests for known pages are always conditional; `winnow reharvest --unconditional` takes them anew.',
  },
  {
    name: 'useTidy',
    usual: '0',
    needless: 'any',
    note: 'HTML is read as browsers read it: no cleaning is needed.',
  },
  {
    name: 'WaitIntervalExpirationGuaranteed',
    usual: '315360000',
    needless: 'any',
    note: 'A page that was never fetched is asked for without a date.',
  },
  {
    name: 'WaitIntervalHarvesterLockNotFound',
    usual: '2592000',
    key: 'revisit.notFound',
    note: 'After answers of the 4xx that bring no page.',
  },
  {
    name: 'WaitIntervalHarvesterLockNotModified',
    usual: '2592000',
    key: 'revisit.notModified',
    note: 'After a page turned out to be unchanged.',
  },
  {
    name: 'WaitIntervalHarvesterLockRobotRules',
    usual: '2592000',
    key: 'revisit.robotsDenied',
    note: 'After robots.txt said no.',
  },
  {
    name: 'WaitIntervalHarvesterLockSuccess',
    usual: '1000000',
    key: 'revisit.success',
    note: 'After a page was stored or redirected.',
  },
  {
    name: 'WaitIntervalHarvesterLockUnavailable',
    usual: '86400',
    key: 'revisit.unavailable',
    note: 'After 5xx and time-outs.',
  },
  {
    name: 'WaitIntervalHost',
    usual: '60',
    key: 'politeness.waitIntervalHost',
    note: 'From the end of one request to the start of the next, across all jobs.',
  },
  {
    name: 'WaitIntervalRrdLockDefault',
    usual: '86400',
    needless: 'any',
    note: 'A robots.txt that cannot be fetched allows nothing (RFC 9309).',
  },
  {
    name: 'WaitIntervalRrdLockNotFound',
    usual: '345600',
    needless: 'any',
    note: 'One lifetime for all: `robots.maxAge`.',
  },
  {
    name: 'WaitIntervalRrdLockSuccess',
    usual: '345600',
    key: 'robots.maxAge',
    note: 'At most 24 hours (RFC 9309 §2.4): a longer one becomes that.',
  },
  {
    name: 'WaitIntervalSchedulerGetJcf',
    usual: '20',
    needless: 'any',
    note: 'There is no queue to poll: a host is taken up when it is due.',
  },
  { name: 'ZebraHost', usual: '', needless: [''], note: indexer },
  ...topicConstants,
  {
    name: '<binext>',
    key: 'fetch.headFirst',
    note: 'Without a list of its own a job has that of Winnow, without documents.',
  },
  {
    name: '<converters>',
    key: 'convert.programs',
    note: 'Programs for types that Winnow does not convert itself (docs/documents.md) are carried over; on AWS they need an image.',
  },
  {
    name: '<url><allow>',
    key: 'scope.allow',
    note: 'Patterns as they are; look-around and back-references are reported with their line.',
  },
  {
    name: '<url><exclude>',
    key: 'scope.exclude',
    note: 'Patterns as they are, with config_exclude; further limits of `scope` hold.',
  },
  {
    name: '<url><serveralias>',
    key: 'url.aliases',
    note: 'With config_serveralias; chains are followed to their end.',
  },
  {
    name: '<url><sessionids>',
    key: 'url.sessionIds',
    note: 'Removed from the query as in Combine, and from the path as well (`;jsessionid=`).',
  },
];

/** How Winnow differs, by the variable's name. */
export function noteOf(name: string): string {
  return combineVariables.find((variable) => variable.name === name)?.note ?? '';
}
