import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WinnowError } from '../../base/error.ts';
import { fileFault } from '../file/file-fault.ts';
import { jobFileName } from '../job/file-names.ts';
import { loadJob } from '../job/load-job.ts';

/**
 * Writes the files of a job into a directory, which is made if it is not there: first beside it, where they are
 * loaded, so that a job that is there is replaced by one that is valid or not at all.
 * @param force write over files that are there
 * @throws WinnowError `config` when one is there already, or nothing can be written; `internal` when they make no job
 */
export function writeJobFiles(
  directory: string,
  files: Readonly<Record<string, string>>,
  force: boolean,
): void {
  const there = Object.keys(files).find((name) => existsSync(join(directory, name)));
  if (there !== undefined && !force) {
    throw new WinnowError('config', `${join(directory, there)} is there already; --force writes over it`);
  }
  let staged: string | undefined;
  try {
    mkdirSync(dirname(directory), { recursive: true });
    staged = mkdtempSync(`${directory}.import-`);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(staged, name), text);
    checkJob(staged);
    mkdirSync(directory, { recursive: true });
    // The job.yaml last: what it names is there then.
    const names = Object.keys(files).filter((name) => name !== jobFileName);
    for (const name of [...names, jobFileName]) renameSync(join(staged, name), join(directory, name));
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    throw new WinnowError('config', `${directory} cannot be written: ${fileFault(error)}`, { cause: error });
  } finally {
    if (staged !== undefined) rmSync(staged, { recursive: true, force: true });
  }
}

function checkJob(directory: string): void {
  try {
    loadJob(directory);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WinnowError('internal', `the import made a job that is none: ${why}`, { cause: error });
  }
}
