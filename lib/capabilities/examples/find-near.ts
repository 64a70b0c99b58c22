import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { identityOf } from '../../base/url/identity.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { readGivenUrl } from '../../pipeline/base/given-url.ts';
import { keptPage } from '../../pipeline/collection/kept-page.ts';
import { type PageText, readPages } from '../../pipeline/seeds/read-pages.ts';
import type { JobField } from '../../pipeline/topic/job-field.ts';
import type { Job } from '../../ports/jobs.ts';
import { type Scope, scopeOf } from '../../rules/scope.ts';
import { cosine } from '../../topic/judge.ts';
import type { AddPorts } from './add-examples.ts';
import { linkLines } from './link-lines.ts';
import { gatherMaterial, pagesByClass } from './material.ts';
import type { RankPorts } from './rank-again.ts';
import { type DistinctiveTerm, distinctiveTerms } from './set/distinctive-terms.ts';
import type { JobExamples } from './set/job-examples.ts';
import { type NearPage, type RankedNearPage, rankNeighbours, type TitleMeaning } from './set/neighbours.ts';
import { sidesOf } from './set/rule-counts.ts';

/** Pages near an example, and the words that they were found by. */
export interface NearReport {
  readonly url: CanonicalUrl;
  readonly terms: readonly DistinctiveTerm[];
  /** Pages in the neighbourhood. */
  readonly looked: number;
  readonly near: readonly RankedNearPage[];
}

export type NearPorts = AddPorts & RankPorts;

export interface NearOptions {
  readonly url: string;
  readonly most: number;
  /** What words mean in the field of the job; absent: nobody knows. */
  readonly field?: JobField;
  readonly signal?: AbortSignal;
}

/** Words of the topic, neighbours, and links beside the example on one page. */
const [mostTerms, mostNeighbours, mostBeside] = [200, 2_000, 200];
/** Candidates whose titles are looked up for each page that is told. */
const lookedUp = 2;
const [patienceMs, linkLogMs] = [60_000, 60_000];

/**
 * Finds pages near an example that may be examples too: those that it links to, that link to it, and that are linked beside it.
 * They are told by the words of the example's class, or of the topic where it has none; where the job has learnt what words mean,
 * by what their titles mean.
 * Titles of the best are fetched as politely as by a crawl, where they are not stored; for the others the link's words stand.
 * @throws WinnowError `usage` for what is no URL, `not-found` for a page that cannot be had
 */
export async function findNear(
  ports: NearPorts,
  job: Job,
  settings: JobSettings,
  set: JobExamples,
  { url: written, most, field, signal }: NearOptions,
): Promise<NearReport> {
  const given = readGivenUrl(identityOf(settings), written.trim());
  if (!given.ok) throw new WinnowError('usage', `${written}: ${given.reason}`);
  const { url } = given;
  const page = await pageAt(ports, job, settings, url, signal);
  const { labelled, unlabelled } = await gatherMaterial(ports, job, settings, set);
  const own = { source: url, text: `${page.title}\n${page.text}` };
  const byClass = await pagesByClass(ports, job, settings, url);
  const [like, unlike] =
    byClass === undefined
      ? [labelled.in, [...labelled.out, ...unlabelled]]
      : [byClass.same, [...byClass.others, ...labelled.out, ...unlabelled]];
  const terms = distinctiveTerms([own, ...like], unlike, mostTerms);
  const neighbours = await neighboursOf(ports, job, url, page);
  const sideOf = sidesOf(set.examples, set.rules);
  const scope = scopeOf(settings);
  for (const one of neighbours.keys())
    if (one === url || sideOf(one) !== undefined || isNeverAsked(scope, one)) neighbours.delete(one);
  const meaning = field && meaningBeside(own.text, field.judge);
  const first = rankNeighbours(neighbours.values(), terms, lookedUp * most, meaning);
  const titled = await withTitles(ports, job, settings, first, signal);
  return {
    url,
    terms: terms.slice(0, 20),
    looked: neighbours.size,
    near: rankNeighbours(titled, terms, most, meaning),
  };
}

const namedWords = 3;

/** Titles near an example on topic lie near the topic, too. */
function meaningBeside(text: string, judge: JobField['judge']): TitleMeaning {
  const example = judge.place(text);
  const towards = judge.fit(text) > 0 ? 1 : 0;
  return {
    nearness(title) {
      const place = judge.place(title);
      if (example === undefined || place === undefined) return undefined;
      return cosine(example, place) + towards * cosine(judge.topic, place);
    },
    wordsNear: (title) => judge.near(title, namedWords),
  };
}

/** Examples may lie outside of the scope, but pictures and archives are no pages, and no job may ask for what is denied to all. */
function isNeverAsked(scope: Scope, url: CanonicalUrl): boolean {
  const verdict = scope.verdict({ url, depth: 0, hostHops: 0 });
  return !verdict.accepted && (verdict.rule === 'scope.excludeExtensions' || verdict.rule === 'deny');
}

async function pageAt(
  ports: NearPorts,
  job: Job,
  settings: JobSettings,
  url: CanonicalUrl,
  signal: AbortSignal | undefined,
): Promise<Pick<PageText, 'title' | 'text' | 'links'>> {
  const kept = await keptPage(ports, job, url);
  if (kept !== undefined) return kept;
  for await (const read of readPages(ports, settings, [url], { patienceMs, ...defined({ signal }) })) {
    if ('page' in read) return read.page;
    throw new WinnowError('not-found', `${url} cannot be read: ${read.problem}`);
  }
  throw new WinnowError('not-found', `${url} cannot be read`);
}

/** The neighbourhood of a page; what links say stands for titles. */
async function neighboursOf(
  ports: NearPorts,
  job: Job,
  url: CanonicalUrl,
  page: Pick<PageText, 'links'>,
): Promise<Map<CanonicalUrl, NearPage>> {
  const found = new Map<CanonicalUrl, NearPage>();
  const add = (one: NearPage): void => {
    const known = found.get(one.url);
    if (known === undefined ? found.size < mostNeighbours : known.title.length < one.title.length)
      found.set(one.url, known === undefined ? one : { ...known, title: one.title });
  };
  const isPage = ({ element }: { readonly element: string }): boolean =>
    element === 'a' || element === 'area';
  for (const link of page.links)
    if (isPage(link)) add({ url: link.url, nearness: 'linked', title: link.anchor, isTitle: false });
  const endBy = ports.clock.monotonic() + linkLogMs;
  for await (const line of linkLines(ports, job.name, endBy)) {
    if (!line.links.some((link) => link.url === url)) continue;
    add({ url: line.url, nearness: 'links', title: '', isTitle: false });
    for (const link of line.links.slice(0, mostBeside))
      if (isPage(link)) add({ url: link.url, nearness: 'beside', title: link.anchor, isTitle: false });
  }
  return found;
}

async function withTitles(
  ports: NearPorts,
  job: Job,
  settings: JobSettings,
  ranked: readonly RankedNearPage[],
  signal: AbortSignal | undefined,
): Promise<readonly NearPage[]> {
  const titles = new Map<string, string>();
  const missing: string[] = [];
  for (const { url } of ranked) {
    const kept = await keptPage(ports, job, url);
    if (kept === undefined) missing.push(url);
    else titles.set(url, kept.title);
  }
  for await (const read of readPages(ports, settings, missing, { patienceMs, ...defined({ signal }) }))
    if ('page' in read) titles.set(read.input, read.page.title);
  return ranked.map((one) => {
    const title = titles.get(one.url);
    return title === undefined || title === '' ? one : { ...one, title, isTitle: true };
  });
}
