import { hash } from 'node:crypto';
import { WinnowError } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { readText, storeText } from '../../pipeline/topic/stored-text.ts';
import type { Ports } from '../../ports/ports.ts';
import type { TermSettings } from '../../topic/settings.ts';

type EditPorts = Pick<Ports, 'jobs' | 'models'>;

/** A topic definition that somebody wrote in place of another. The texts are kept under their digests. */
interface Edit {
  /** The filter that it is of. */
  readonly filter: string;
  /** Digests: of the definition of the files, of the one that was replaced, and of the one that holds. */
  readonly over: string;
  readonly replaced: string;
  readonly text: string;
}

/** What was edited of the topic of a job, as one read of its note says. */
export interface Edits {
  readonly list: readonly Edit[];
  /** Of the note. */
  readonly version: number;
}

interface StoredEdits {
  readonly v: 1;
  readonly edits: readonly Edit[];
}

const noteName = 'terms';

export async function readEdits({ jobs }: Pick<Ports, 'jobs'>, job: string): Promise<Edits> {
  const note = await jobs.note(job, noteName);
  if (note === undefined) return { list: [], version: 0 };
  return { list: readStoredObject<StoredEdits>(note.text)?.edits ?? [], version: note.version };
}

/** Names the definition of a filter, so that who changes it can say which one they saw. */
export function definitionVersion({ definition }: Pick<TermSettings, 'definition'>): string {
  return digestOf(definition).slice(0, 16);
}

/**
 * The settings of a job with the definitions that were edited. An edit holds over the very text it was made on: files with another
 * text have the last word.
 * @throws WinnowError `corrupt` for an edit whose text is lost
 */
export async function withEditedTerms(
  ports: EditPorts,
  settings: JobSettings,
  edits?: Edits,
): Promise<JobSettings> {
  const { topic } = settings;
  if (topic === undefined) return settings;
  const { list } = edits ?? (await readEdits(ports, settings.name));
  if (list.length === 0) return settings;
  const filters = await Promise.all(
    topic.filters.map(async (one) => {
      if (one.kind !== 'terms') return one;
      const digest = digestOf(one.definition);
      const edit = list.find(({ filter }) => filter === one.id);
      const isOver = edit !== undefined && [edit.over, edit.replaced].includes(digest);
      return isOver ? { ...one, definition: await keptDefinition(ports, edit) } : one;
    }),
  );
  return { ...settings, topic: { ...topic, filters } };
}

/** What the files of the job say in place of a definition; undefined for one that was not edited. */
export async function definitionBelow(
  ports: EditPorts,
  edits: Edits,
  filter: TermSettings,
): Promise<string | undefined> {
  const edit = editOf(edits, filter);
  return edit === undefined ? undefined : await readText(ports, edit.over);
}

/**
 * Keeps a definition in place of the one that holds.
 * @param edits as they were when the filter was read
 * @throws WinnowError `conflict` where somebody else was faster
 */
export async function keepEdit(
  ports: EditPorts,
  job: string,
  edits: Edits,
  { filter, definition }: { readonly filter: TermSettings; readonly definition: string },
): Promise<void> {
  const replaced = await storeText(ports, filter.definition);
  const over = editOf(edits, filter)?.over ?? replaced;
  const text = await storeText(ports, definition);
  const others = edits.list.filter((one) => one.filter !== filter.id);
  const next: StoredEdits = { v: 1, edits: [...others, { filter: filter.id, over, replaced, text }] };
  if (await ports.jobs.putNote(job, noteName, edits.version, JSON.stringify(next))) return;
  throw new WinnowError(
    'conflict',
    `somebody else has just changed the terms of the job ${job}: your text was not taken`,
  );
}

function editOf({ list }: Edits, { id, definition }: TermSettings): Edit | undefined {
  const text = digestOf(definition);
  return list.find((one) => one.filter === id && one.text === text && one.over !== text);
}

async function keptDefinition(ports: EditPorts, { filter, text }: Edit): Promise<string> {
  const kept = await readText(ports, text);
  if (kept !== undefined) return kept;
  throw new WinnowError(
    'corrupt',
    `the edited terms of the filter ${filter} (${text.slice(0, 16)}) are lost: any change of the file of its definition has the file hold again`,
  );
}

function digestOf(definition: string): string {
  return hash('sha256', definition);
}
