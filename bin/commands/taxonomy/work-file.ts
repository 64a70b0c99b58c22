import { renameSync, writeFileSync } from 'node:fs';
import { knownClass } from '../../../lib/config/job/topic-model-file.ts';
import { loadStemmers } from '../../../lib/domain/analysis/load-stemmers.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { type ClassPath, readClassPath } from '../../../lib/domain/topic/taxonomy/class-path.ts';
import type { ExampleSet } from '../../../lib/domain/topic/taxonomy/examples.ts';
import {
  readTaxonomy,
  type TaxonomyHeader,
  type TaxonomyNotes,
  type TaxonomyWork,
  writeTaxonomy,
} from '../../../lib/domain/topic/taxonomy/taxonomy-file.ts';
import { type Taxonomy, trainTaxonomy } from '../../../lib/domain/topic/taxonomy/train-taxonomy.ts';
import { readBytes, writeError } from '../base/files.ts';

/** A taxonomy as its file has it. */
export interface OpenedTaxonomy extends TaxonomyWork {
  readonly header: TaxonomyHeader;
}

/** With the stemmers that it needs. @throws WinnowError for what cannot be read, or is no taxonomy */
export async function openTaxonomyFile(file: string): Promise<OpenedTaxonomy> {
  const { taxonomy, header, examples } = readTaxonomy(readBytes(file), file);
  const { words, tokeniser } = taxonomy;
  await loadStemmers(tokeniser.languages);
  return { taxonomy, set: { words, examples, tokeniser }, notes: header, header };
}

/**
 * The same, to be changed.
 * @throws WinnowError `config` for one without its examples: what a crawl gets
 */
export async function openForChange(file: string): Promise<OpenedTaxonomy> {
  const opened = await openTaxonomyFile(file);
  if (opened.header.examples === 0)
    throw new WinnowError('config', `${file}: it has no examples in it; change the file that it was made of`);
  return opened;
}

/**
 * Trains with other examples, only what has changed, and writes the result over the file.
 * @returns the new taxonomy, and how many classes had to learn again
 */
export function retrain(
  file: string,
  { taxonomy, notes }: TaxonomyWork,
  set: ExampleSet,
  date: string,
): { readonly taxonomy: Taxonomy; readonly trained: number } {
  requireClasses(set);
  const after = trainTaxonomy(set, notes.settings, taxonomy);
  const known = new Set(taxonomy.bases);
  // What was right before the change says nothing of what is right now.
  const { figures: _, ...rest } = notesOf(notes);
  saveTaxonomyFile(file, { taxonomy: after, set, notes: { ...rest, date } });
  return { taxonomy: after, trained: after.bases.filter((basis) => !known.has(basis)).length };
}

function notesOf({ date, settings, figures }: TaxonomyNotes): TaxonomyNotes {
  return { date, settings, ...(figures === undefined ? {} : { figures }) };
}

/** Whoever reads it meanwhile sees the old file or the new one. */
export function saveTaxonomyFile(file: string, work: TaxonomyWork): number {
  const bytes = writeTaxonomy(work);
  try {
    writeFileSync(`${file}.part`, bytes);
    renameSync(`${file}.part`, file);
  } catch (error) {
    throw writeError(file, error);
  }
  return bytes.length;
}

/** @throws WinnowError `config` where there is nothing to tell apart */
export function requireClasses({ examples }: ExampleSet): void {
  const classes = new Set(examples.map(({ path }) => path));
  if (classes.size > 1) return;
  const [only] = classes;
  throw new WinnowError(
    'config',
    only === undefined
      ? 'there is no document with words in it to learn from'
      : `all documents are of one class, ${only}: at least two are needed to tell them apart`,
  );
}

/** A class that the taxonomy has. @throws WinnowError `config`, naming the nearest */
export function existingClass({ taxonomy }: TaxonomyWork, written: string): ClassPath {
  const classes = taxonomy.tree.map(({ path }) => path);
  return knownClass(written, 'class', 'taxonomy', classes);
}

/** A class that there is or will be. @throws WinnowError `usage` */
export function classArgument(written: string): ClassPath {
  const read = readClassPath(written);
  if ('problem' in read) throw new WinnowError('usage', `${written.slice(0, 80)}: ${read.problem}`);
  return read.path;
}

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
