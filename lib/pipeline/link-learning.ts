import { featuresOf, type LinkPage } from '../domain/focus/link-features.ts';
import {
  addLearnt,
  copyOf,
  countPage,
  isTried,
  type Lead,
  type LinkModel,
  learntScore,
  meet,
  newLinkModel,
  teach,
} from '../domain/focus/link-model.ts';
import { decodeLinkModel, encodeLinkModel, linkModelName } from '../domain/focus/link-model-text.ts';
import { isRelevanceOrdered } from '../domain/focus/ranking.ts';
import type { Link } from '../domain/link.ts';
import type { LinkLine } from '../domain/link-segment.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { CanonicalUrl } from '../domain/url.ts';
import type { JobStore } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';

/** What this process knows of the links of a job and its topic. */
export interface LinkLearner {
  readonly note: string;
  model: LinkModel;
  /** As it is stored, by the last look. */
  stored: LinkModel;
  version: number;
  /** Monotonic ms of the last look. */
  lookedAt: number;
  /** Links to pages that were not visited since: about the last `remembered`, at most twice as many. */
  young: Map<CanonicalUrl, Lead[]>;
  old: Map<CanonicalUrl, Lead[]>;
  /** Links that were met since there are young ones. */
  size: number;
}

type Learning = Pick<Ports, 'jobs' | 'clock'>;

/** A worker looks for what others have learnt no more often than this. */
const lookMs = 30_000;
const remembered = 50_000;
/** Links to one page that are remembered. */
const maxLeads = 8;
/** It is stored anew after so many more pages, and after such a part more of them: what it costs a page falls. */
const [leastNews, newsShare] = [50, 0.1];
const attempts = 5;

/** The recycler learns from links that it is about to score. */
const leadsOf = new WeakMap<Link, Lead>();
const learners = new WeakMap<JobStore, Map<string, LinkLearner>>();

export function learnsLinks({ focus, topic }: Pick<JobSettings, 'focus' | 'topic'>): boolean {
  return focus.learning && focus.linkScores && isRelevanceOrdered(focus, topic !== undefined);
}

/** What is known of a job's links, looked up again now and then; undefined for a job that does not learn. */
export async function openLearner(ports: Learning, settings: JobSettings): Promise<LinkLearner | undefined> {
  if (!learnsLinks(settings)) return undefined;
  const now = ports.clock.monotonic();
  const known = learnerOf(ports.jobs, settings);
  if (known !== undefined && now - known.lookedAt < lookMs) return known;
  const learner = known ?? {
    ...{
      note: linkModelName(settings.topic),
      model: newLinkModel(),
      stored: newLinkModel(),
      version: 0,
      lookedAt: now,
    },
    ...{ young: new Map(), old: new Map(), size: 0 },
  };
  learner.lookedAt = now;
  const jobs = learners.get(ports.jobs) ?? new Map<string, LinkLearner>();
  learners.set(ports.jobs, jobs.set(settings.name, learner));
  await takeIn(ports.jobs, settings.name, learner);
  return learner;
}

/** The one that was opened in this process. */
export function learnerOf(jobs: JobStore, settings: JobSettings): LinkLearner | undefined {
  if (!learnsLinks(settings)) return undefined;
  const learner = learners.get(jobs)?.get(settings.name);
  return learner?.note === linkModelName(settings.topic) ? learner : undefined;
}

/** What others have stored, and beside it what this process has learnt since. */
async function takeIn(jobs: JobStore, job: string, learner: LinkLearner): Promise<void> {
  const note = await jobs.note(job, learner.note);
  if (note === undefined || note.version === learner.version) return;
  const stored = decodeLinkModel(note.text);
  const model = copyOf(stored);
  addLearnt(model, learner.model, learner.stored);
  Object.assign(learner, { model, stored, version: note.version });
}

/** Stores what was learnt once it is enough. What is not stored is learnt in vain. */
export async function saveLearner(ports: Learning, job: string, learner: LinkLearner): Promise<void> {
  const { examples } = learner.stored.counts;
  await store(ports, job, learner, Math.max(leastNews, examples * newsShare));
}

/** Stores all that this process has learnt, however little: where that costs nothing. */
export async function saveAllLearnt(ports: Pick<Ports, 'jobs'>): Promise<void> {
  for (const [job, learner] of learners.get(ports.jobs) ?? []) await store(ports, job, learner, 1);
}

/** Adds what was learnt to what others have stored meanwhile, if it is from so many pages. */
async function store(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  learner: LinkLearner,
  pages: number,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (learner.model.counts.examples - learner.stored.counts.examples < pages) return;
    const saved = copyOf(learner.model);
    if (await jobs.putNote(job, learner.note, learner.version, encodeLinkModel(saved))) {
      Object.assign(learner, { stored: saved, version: learner.version + 1 });
      return;
    }
    await takeIn(jobs, job, learner);
  }
}

/** Learns from a page of the link log by the links that lead to it, and keeps its own links in mind. */
export function learnFrom(learner: LinkLearner, line: LinkLine): void {
  const leads = learner.young.get(line.url) ?? learner.old.get(line.url);
  if (leads !== undefined && line.relevance !== undefined && line.outcome !== 'redirected') {
    teach(learner.model, leads, line.relevance);
    learner.young.delete(line.url);
    learner.old.delete(line.url);
  }
  if (line.skip === true) return;
  let newUrls = 0;
  for (const link of line.links) {
    const lead = leadOf(link, line);
    if (lead === undefined) continue;
    const known = learner.young.get(link.url) ?? learner.old.get(link.url);
    if (known === undefined) newUrls += 1;
    else if (known.length >= maxLeads) continue;
    meet(learner.model, lead);
    remember(learner, link.url, known, lead);
  }
  countPage(learner.model, newUrls);
}

function remember(learner: LinkLearner, url: CanonicalUrl, known: Lead[] | undefined, lead: Lead): void {
  learner.size += 1;
  if (known !== undefined) {
    known.push(lead);
    return;
  }
  if (learner.size > remembered) Object.assign(learner, { old: learner.young, young: new Map(), size: 1 });
  learner.young.set(url, [lead]);
}

/** The score of a link by what was learnt; the highest where it is to be tried; as it is where it has none. */
export function scoreLink(
  { model }: LinkLearner,
  link: Link,
  page: LinkPage,
  { explore }: JobSettings['focus'],
): number | undefined {
  const lead = leadOf(link, page);
  if (lead === undefined) return undefined;
  return isTried(model, link.url, explore) ? 1 : learntScore(model, lead);
}

/** Undefined for links that have no score. */
function leadOf(link: Link, page: LinkPage): Lead | undefined {
  const { url, anchor, place, score } = link;
  if (score === undefined) return undefined;
  let lead = leadsOf.get(link);
  if (lead === undefined) {
    lead = { features: featuresOf({ url, anchor, place, page }), fixed: score };
    leadsOf.set(link, lead);
  }
  return lead;
}
