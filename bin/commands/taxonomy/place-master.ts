import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../../io.ts';
import { writeOrThrow } from '../base/files.ts';
import { trainMaster } from './master-taxonomy.ts';
import { openTaxonomyFile, requireClass, saveTaxonomyFile, today } from './work-file.ts';

const modelName = 'master.model';

/**
 * Writes the taxonomy that ships with Winnow into a directory, which is created if absent. A file of its name stays as it is:
 * it may have examples of the user's own.
 * @returns the name of the file, and the paths of the classes
 * @throws WinnowError `config` for a class that the taxonomy does not have, with the nearest name
 */
export async function placeMaster(directory: string, classes: readonly string[], io: Io) {
  const file = join(directory, modelName);
  const isThere = existsSync(file);
  const work = isThere ? await openTaxonomyFile(file) : await trainMaster(io, today());
  const good = [...new Set(classes.map((one) => requireClass(work, one)))];
  if (!isThere) {
    writeOrThrow(directory, () => mkdirSync(directory, { recursive: true }));
    saveTaxonomyFile(file, work);
  }
  return { model: modelName, good };
}
