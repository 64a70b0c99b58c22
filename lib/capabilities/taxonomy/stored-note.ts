import { WinnowError } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { type FiledModel, type ModelSettings, type TopicSettings, taxonomyOf } from '../../topic/settings.ts';

export type NotePorts = Pick<Ports, 'jobs'>;

/** The note of a job that says what people made of its taxonomy since its files named it. */
const noteName = 'taxonomy';

/** What people made of a taxonomy. Digests name what is kept beside the models. */
export interface TaxonomyNote {
  readonly v: 1;
  /** What the files said: the changes are of it. */
  readonly of: FiledModel;
  /** What has become of its examples; absent: they stay. */
  readonly changes?: string;
  /** What is in force. */
  readonly now: FiledModel;
  /** Who changed it last, and when (epoch ms). */
  readonly by: string;
  readonly at: number;
}

/** The note with the number of its writes. */
export interface Noted {
  readonly note: TaxonomyNote | undefined;
  readonly version: number;
}

/** @throws WinnowError `corrupt` */
export async function readNote(ports: NotePorts, job: string): Promise<Noted> {
  const { note, version, isDamaged } = await lookAtNote(ports, job);
  if (!isDamaged) return { note, version };
  throw new WinnowError(
    'corrupt',
    `what is stored of the classes of the job ${job} cannot be read: \`winnow classes discard\` goes by the files of the job`,
  );
}

/** The same, damaged or not. */
export async function lookAtNote({ jobs }: NotePorts, job: string): Promise<Noted & { isDamaged: boolean }> {
  const { text = '', version = 0 } = (await jobs.note(job, noteName)) ?? {};
  const read = text === '' ? undefined : readStoredObject<TaxonomyNote>(text);
  const note = read?.v === 1 ? read : undefined;
  return { note, version, isDamaged: text !== '' && note === undefined };
}

/** @param note undefined: the files of the job say all. @returns false: another writer was first */
export async function putNote(
  { jobs }: NotePorts,
  job: string,
  was: number,
  note: TaxonomyNote | undefined,
): Promise<boolean> {
  return await jobs.putNote(job, noteName, was, note === undefined ? '' : JSON.stringify(note));
}

/** What the files of a job say of its taxonomy, whatever is in force. */
export function filedOf({ digest, good, crawlOnly, filed }: ModelSettings): FiledModel {
  return filed ?? { digest, good, crawlOnly };
}

/**
 * The settings of a job's files with what people made of its taxonomy: it outlasts every new version of the files. Doing it twice is the
 * same as doing it once.
 * @throws WinnowError `config` where both the files and people changed the same: neither is lost
 */
export function withNote(settings: JobSettings, note: TaxonomyNote | undefined): JobSettings {
  const filter = taxonomyOf(settings.topic);
  if (filter === undefined) return settings;
  const said = filedOf(filter);
  const { filed: _, ...rest } = filter;
  const now = note === undefined ? said : merged(settings.name, filter, said, note);
  const isSame = now.digest === said.digest && marksOf(now) === marksOf(said);
  return withTaxonomy(settings, isSame ? { ...rest, ...said } : { ...rest, ...now, filed: said });
}

function merged(job: string, { file }: ModelSettings, said: FiledModel, note: TaxonomyNote): FiledModel {
  const { of, now, by, at } = note;
  const clash = (what: string): WinnowError =>
    new WinnowError(
      'config',
      `job ${job}: ${what} was changed in its files, and by ${by} at ${new Date(at).toISOString()} in the stored job: \`winnow classes save FILE\` writes what is stored, then \`winnow classes discard\` goes by the files`,
    );
  const isTrained = now.digest !== of.digest;
  if (isTrained && said.digest !== of.digest) throw clash(`the taxonomy ${file}`);
  const isMarked = marksOf(now) !== marksOf(of);
  if (isMarked && ![marksOf(of), marksOf(now)].includes(marksOf(said)))
    throw clash('the marks of classes (good, crawlOnly)');
  const { good, crawlOnly } = isMarked ? now : said;
  return { digest: isTrained ? now.digest : said.digest, good, crawlOnly };
}

function marksOf({ good, crawlOnly }: FiledModel): string {
  return JSON.stringify([good, crawlOnly].map((list) => list.toSorted()));
}

/** Settings with another state of the taxonomy of their topic. */
export function withTaxonomy(settings: JobSettings, next: ModelSettings): JobSettings {
  const topic = settings.topic as TopicSettings;
  const was = taxonomyOf(topic);
  return {
    ...settings,
    topic: { ...topic, filters: topic.filters.map((one) => (one === was ? next : one)) },
  };
}

/** The settings of a job's files with what people made of its taxonomy. @throws WinnowError as `readNote`, `withNote` */
export async function taxonomyInForce(ports: NotePorts, settings: JobSettings): Promise<JobSettings> {
  return withNote(settings, (await readNote(ports, settings.name)).note);
}
