import { WinnowError } from '../../base/error.ts';
import { loadStemmers } from '../../base/language/load-stemmers.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { type JobPlace, onlyThere } from '../../pipeline/operation/place.ts';
import { readText, storeText } from '../../pipeline/topic/stored-text.ts';
import type { Ports } from '../../ports/ports.ts';
import {
  outlineOf,
  readTaxonomy,
  type TaxonomyWork,
  taxonomyWorkKey,
  writeForCrawl,
} from '../../topic/models.ts';
import {
  type FiledModel,
  type ModelSettings,
  type TopicSettings,
  taxonomyOf,
  topicVersion,
} from '../../topic/settings.ts';
import { changesSince, withChanges } from '../../topic/train.ts';
import { filedOf, putNote, readNote, type TaxonomyNote, withNote, withTaxonomy } from './stored-note.ts';

type TaxonomyPorts = Pick<Ports, 'jobs' | 'models'>;

/** The taxonomy of a job as it is in force, or will be in a moment. */
export interface TaxonomyOfJob {
  readonly settings: JobSettings;
  readonly topic: TopicSettings;
  readonly filter: ModelSettings;
  /** Of the topic: what a person who changes it has seen. */
  readonly version: string;
  readonly note: TaxonomyNote | undefined;
  /** The number of writes of the note. */
  readonly noteVersion: number;
}

/** @throws WinnowError `usage` for a job whose topic is no taxonomy */
export async function storedTaxonomy({ ports, settings, of }: JobPlace): Promise<TaxonomyOfJob> {
  const { note, version: noteVersion } = await readNote(ports, of.name);
  const inForce = withNote(await settings(of.name), note);
  const { topic } = inForce;
  const filter = taxonomyOf(topic);
  if (topic === undefined || filter === undefined)
    throw new WinnowError('usage', `the topic of job ${of.name} is no taxonomy (docs/taxonomies.md)`);
  return { settings: inForce, topic, filter, version: topicVersion(topic), note, noteVersion };
}

/** The classes of a taxonomy without its examples: what a crawl reads. */
export async function classesInForce({ models }: TaxonomyPorts, { digest, file }: ModelSettings) {
  const bytes = await models.read(digest);
  if (bytes === undefined) throw notStored(file);
  return readTaxonomy(bytes, file);
}

/** A taxonomy with its examples, and those of the file that it comes from. */
export interface OpenedWork {
  readonly base: TaxonomyWork;
  readonly work: TaxonomyWork;
}

/** What was opened last, as long as there is room: who changes a taxonomy changes it again. */
const opened = new WeakMap<TaxonomyPorts['models'], WeakRef<OpenedWork & { readonly of: string }>>();

/** What an opened taxonomy is of: its file, and the model that is in force. */
const openedOf = (origin: string, digest: string): string => `${origin} ${digest}`;

/** @throws WinnowError `not-found` where the examples are not stored, with what to do */
export async function openWork(ports: TaxonomyPorts, stored: TaxonomyOfJob): Promise<OpenedWork> {
  const { filter } = stored;
  const of = openedOf(filedOf(filter).digest, filter.digest);
  const last = opened.get(ports.models)?.deref();
  if (last?.of === of) return last;
  const work = { ...(await readWork(ports, stored)), of };
  opened.set(ports.models, new WeakRef(work));
  return work;
}

async function readWork(ports: TaxonomyPorts, { filter, note }: TaxonomyOfJob): Promise<OpenedWork> {
  const { digest, file } = filter;
  const origin = filedOf(filter).digest;
  const bytes = await ports.models.read(taxonomyWorkKey(origin));
  if (bytes === undefined) throw notStored(file);
  const { taxonomy, header, examples } = readTaxonomy(bytes, file);
  const { words, tokeniser } = taxonomy;
  await loadStemmers(tokeniser.languages);
  const base = { taxonomy, set: { words, examples, tokeniser }, notes: header };
  if (note?.changes === undefined || digest === origin) return { base, work: base };
  const changes = await readText(ports, note.changes);
  if (changes === undefined)
    throw new WinnowError(
      'corrupt',
      `what was changed of ${file} is not stored any more: \`winnow classes discard\` goes by the files of the job`,
    );
  return { base, work: withChanges(base.set, changes, await classesInForce(ports, filter)) };
}

function notStored(file: string): WinnowError {
  return new WinnowError(
    'not-found',
    `the examples of ${file} are not stored: give the job its settings again (\`winnow crawl\`, or \`winnow deploy-job\`) with the file that the taxonomy was made from`,
  );
}

/** Another state of a taxonomy. */
export interface NextTaxonomy {
  /** Absent: the examples stay. */
  readonly work?: TaxonomyWork;
  readonly marks: Omit<FiledModel, 'digest'>;
}

/** The topic that another state of a taxonomy makes, with the model that it needs. */
export function topicWith({ settings, filter }: TaxonomyOfJob, { work, marks }: NextTaxonomy) {
  const model = work && writeForCrawl(work);
  const digest = model === undefined ? filter.digest : outlineOf(model, filter.file).digest;
  const next: ModelSettings = { ...filter, digest, good: marks.good, crawlOnly: marks.crawlOnly };
  const { topic } = withTaxonomy(settings, next);
  return { topic: topic as TopicSettings, next, model };
}

/**
 * Stores another state of a taxonomy, and puts it in force: turns go by it from the next on.
 * @throws WinnowError `conflict` when somebody else has changed it meanwhile
 */
export async function putTaxonomy(
  place: JobPlace,
  stored: TaxonomyOfJob,
  next: NextTaxonomy,
  { base, by }: { readonly base?: TaxonomyWork; readonly by: string },
): Promise<string> {
  const { ports, of } = place;
  const ensureJob = onlyThere(place.ensureJob);
  const { filter, note, noteVersion, settings } = stored;
  const origin = filedOf(filter);
  const { topic, next: put, model } = topicWith(stored, next);
  if (model !== undefined) await ports.models.put(put.digest, model);
  const isOfNote = note?.of.digest === origin.digest;
  const changes =
    next.work && base
      ? await storeText(ports, changesSince(base.set, next.work.set))
      : isOfNote
        ? note.changes
        : undefined;
  const { digest, good, crawlOnly } = put;
  const noted: TaxonomyNote = {
    ...{ v: 1, by, at: ports.clock.now() },
    of: origin,
    now: { digest, good, crawlOnly },
    ...(changes === undefined ? {} : { changes }),
  };
  if (!(await putNote(ports, of.name, noteVersion, noted))) throw changedByOthers(of.name);
  if (next.work && base)
    opened.set(ports.models, new WeakRef({ base, work: next.work, of: openedOf(origin.digest, digest) }));
  await ensureJob(settings);
  return topicVersion(withNote(settings, noted).topic ?? topic);
}

export function changedByOthers(job: string): WinnowError {
  return new WinnowError('conflict', `the taxonomy of job ${job} is being changed by others; try again`);
}
