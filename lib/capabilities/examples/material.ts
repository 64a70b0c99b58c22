import { defined } from '../../base/defined.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { changeLineOf } from '../../pipeline/collection/change-line-of.ts';
import { openStoredPages, type StoredPage } from '../../pipeline/collection/stored-pages.ts';
import { findPage } from '../../pipeline/frontier/find-page.ts';
import { readText } from '../../pipeline/topic/stored-text.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { bestClassIn, documentText } from '../../topic/judge.ts';
import { eachJudged } from './each-judged.ts';
import { openRules } from './set/example-rule.ts';
import { examplesOn, type JobExamples } from './set/job-examples.ts';
import type { LearnPage, Material } from './set/learner.ts';
import { hasClasses } from './set/settings-by-examples.ts';
import type { Side } from './set/side.ts';

export type MaterialPorts = Pick<
  Ports,
  'hosts' | 'segments' | 'records' | 'changes' | 'offTopic' | 'models' | 'clock'
>;

/** Pages that rules match and that are learnt of, for each side. */
const mostByRules = 200;
/** Pages of a class, and of others, by whose words neighbours are told. */
const mostByClass = 200;
/** Pages without a label. */
const mostUnlabelled = 400;

/**
 * What the topic of a job is learnt of: the examples, stored pages that rules match, and stored pages without a label. These are
 * drawn by their MD5, which is as good as by chance, and those of earlier rounds stay, as off-topic pages need not be stored.
 */
export async function gatherMaterial(
  ports: MaterialPorts,
  job: Job,
  settings: JobSettings,
  set: JobExamples,
): Promise<Material> {
  const labels = new Set(set.examples.map(({ source }) => source));
  const byRules = await pagesByRules(ports, job, settings, set, labels);
  const labelled = {
    in: [...(await textsOf(ports, set, 'in')), ...byRules.in],
    out: [...(await textsOf(ports, set, 'out')), ...byRules.out],
  };
  for (const { source } of [...byRules.in, ...byRules.out]) labels.add(source);
  const unlabelled = await unlabelledPages(ports, job, settings, set, labels);
  return { labelled, unlabelled, date: new Date(ports.clock.now()).toISOString().slice(0, 10) };
}

async function textsOf(ports: MaterialPorts, set: JobExamples, side: Side): Promise<readonly LearnPage[]> {
  const pages: LearnPage[] = [];
  for (const { source, text, language } of examplesOn(set, side)) {
    const stored = text === undefined ? undefined : await readText(ports, text);
    if (stored !== undefined) pages.push({ source, text: stored, ...defined({ language }) });
  }
  return pages;
}

async function pagesByRules(
  ports: MaterialPorts,
  job: Job,
  settings: JobSettings,
  { rules }: JobExamples,
  labels: ReadonlySet<string>,
): Promise<Record<Side, LearnPage[]>> {
  const found: Record<Side, LearnPage[]> = { in: [], out: [] };
  if (rules.length === 0) return found;
  const matcher = openRules(rules);
  const stored = openStoredPages(ports);
  await eachJudged(ports, job, settings, async ({ url }, visit, host) => {
    const place = labels.has(url) ? undefined : matcher.decides(url);
    const side = place === undefined ? undefined : rules[place]?.side;
    if (side === undefined || found[side].length >= mostByRules) return;
    const page = await unlessDamaged(host, () => stored.of({ job: job.name, host }, visit));
    if (page !== undefined) found[side].push(learnPage(url, page.record));
  });
  return found;
}

/**
 * The background of a job: what was drawn before, and pages that are drawn now. Without a topic these are stored pages by their MD5;
 * with one what is stored was found on topic, so they are off-topic pages whose content the job keeps.
 */
/** Stored pages of the class that a page has, and of other classes; undefined where the page has no class of the topic. */
export async function pagesByClass(
  ports: MaterialPorts,
  job: Job,
  settings: JobSettings,
  url: CanonicalUrl,
): Promise<{ readonly same: readonly LearnPage[]; readonly others: readonly LearnPage[] } | undefined> {
  const found = await findPage(ports, job, url);
  const wanted = found?.state === 'visited' ? bestClassIn(found.detail) : undefined;
  if (wanted === undefined || !hasClasses(settings)) return undefined;
  const [same, others]: [LearnPage[], LearnPage[]] = [[], []];
  const stored = openStoredPages(ports);
  await eachJudged(ports, job, settings, async ({ url: other, best }, visit, host) => {
    const pages = best === wanted ? same : others;
    if (other === url || pages.length >= mostByClass) return;
    const page = await unlessDamaged(host, () => stored.of({ job: job.name, host }, visit));
    if (page !== undefined) pages.push(learnPage(other, page.record));
  });
  return { same, others };
}

async function unlabelledPages(
  ports: MaterialPorts,
  job: Job,
  settings: JobSettings,
  { background }: JobExamples,
  labels: ReadonlySet<string>,
): Promise<readonly LearnPage[]> {
  const before = background === undefined ? undefined : await readText(ports, background);
  const pages = new Map<string, LearnPage>();
  for (const page of before === undefined ? [] : (JSON.parse(before) as readonly LearnPage[]))
    pages.set(page.source, page);
  const drawn = settings.topic === undefined ? storedPages(ports, job) : offTopicPages(ports, job, settings);
  for (const page of await drawn) if (!pages.has(page.source)) pages.set(page.source, page);
  return [...pages.values()].filter(({ source }) => !labels.has(source)).slice(-mostUnlabelled);
}

async function storedPages(ports: MaterialPorts, job: Job): Promise<readonly LearnPage[]> {
  const pages: LearnPage[] = [];
  const { records } = await ports.records.records(job.name, mostUnlabelled);
  for (const entry of records) {
    const line = await unlessDamaged(entry.md5, () => changeLineOf(ports, job.name, entry));
    const record = line?.record;
    if (record !== undefined && entry.firstUrl !== undefined) pages.push(learnPage(entry.firstUrl, record));
  }
  return pages;
}

async function offTopicPages(
  ports: MaterialPorts,
  job: Job,
  settings: JobSettings,
): Promise<readonly LearnPage[]> {
  const pages: LearnPage[] = [];
  const stored = openStoredPages(ports);
  await eachJudged(ports, job, settings, async ({ url }, visit, host) => {
    if (visit.outcome !== 'off-topic' || pages.length >= mostUnlabelled) return;
    const page = await unlessDamaged(host, () => stored.of({ job: job.name, host }, visit));
    if (page !== undefined) pages.push(learnPage(url, page.record));
  });
  return pages;
}

function learnPage(source: CanonicalUrl, record: StoredPage['record']): LearnPage {
  return { source, text: documentText(record), ...defined({ language: record.language }) };
}
