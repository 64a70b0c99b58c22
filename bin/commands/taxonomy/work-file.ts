import { renameSync, writeFileSync } from 'node:fs';
import { WinnowError } from '../../../lib/base/error.ts';
import { loadStemmers } from '../../../lib/base/language/load-stemmers.ts';
import {
  knownClass,
  readTaxonomy,
  type TaxonomyHeader,
  type TaxonomyWork,
  writeTaxonomy,
} from '../../../lib/topic/models.ts';
import { type ClassPath, readClassPath } from '../../../lib/topic/settings.ts';
import { readBytes, writeError } from '../base/files.ts';

/** The content of a taxonomy file. */
export interface OpenedTaxonomy extends TaxonomyWork {
  readonly header: TaxonomyHeader;
}

/** Reads a taxonomy file, and loads the stemmers that the taxonomy needs. @throws WinnowError for a file that cannot be read or is no taxonomy */
export async function openTaxonomyFile(file: string): Promise<OpenedTaxonomy> {
  const { taxonomy, header, examples } = readTaxonomy(readBytes(file), file);
  const { words, tokeniser } = taxonomy;
  await loadStemmers(tokeniser.languages);
  return { taxonomy, set: { words, examples, tokeniser }, notes: header, header };
}

/**
 * Reads a taxonomy file with its examples, which changes need.
 * @throws WinnowError `config` for a taxonomy without examples, as crawls store it
 */
export async function openForChange(file: string): Promise<OpenedTaxonomy> {
  const opened = await openTaxonomyFile(file);
  if (opened.header.examples === 0)
    throw new WinnowError(
      'config',
      `${file}: use the file that this taxonomy was made from: this file has no examples`,
    );
  return opened;
}

/** Writes a taxonomy file by renaming, so that a reader sees either the old file or the new file. @returns the bytes written */
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

/** Returns the path of a class of the taxonomy. @throws WinnowError `config` for an unknown class, with the most similar name */
export function requireClass({ taxonomy }: TaxonomyWork, written: string): ClassPath {
  const classes = taxonomy.tree.map(({ path }) => path);
  return knownClass(written, 'class', 'taxonomy', classes);
}

/** Parses the path of a class, which need not exist yet. @throws WinnowError `usage` */
export function parseClassArgument(written: string): ClassPath {
  const read = readClassPath(written);
  if ('problem' in read) throw new WinnowError('usage', `${written.slice(0, 80)}: ${read.problem}`);
  return read.path;
}

/** The date in UTC, as `2026-11-23`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
