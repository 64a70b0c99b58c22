import type { ImportItem } from '../../domain/combine/import-item.ts';
import { jobFileName } from '../job/load-job.ts';
import { nameFromDirectory } from '../layers/job-settings.ts';
import { importAnalysis } from './import-analysis.ts';
import { importBlocks } from './import-blocks.ts';
import { importConverters } from './import-converters.ts';
import { importFiles } from './import-files.ts';
import { importHeadFirst } from './import-head-first.ts';
import { importRules } from './import-rules.ts';
import { importTopic } from './import-topic.ts';
import { importUrls } from './import-urls.ts';
import { importVariables } from './import-variables.ts';
import { readCombineJob } from './read-job.ts';
import { jobText } from './write-job.ts';

/** A Winnow job made of one of Combine's: the files to be written, and what became of each setting. */
export interface ImportedJob {
  readonly name: string;
  /** Text by file name, `job.yaml` among them. */
  readonly files: Readonly<Record<string, string>>;
  readonly items: readonly ImportItem[];
}

/**
 * Reads a job directory of Combine and makes a Winnow job of it. Nothing is written.
 * @param path the directory, or the combine.cfg in it
 * @throws WinnowError `config` when it is no Combine job, or for what is broken in it, with file and line
 */
export function importCombineJob(path: string): ImportedJob {
  const job = readCombineJob(path);
  const name = nameFromDirectory(job.name) ?? 'combine';
  const imports = [
    importFiles,
    importVariables,
    importAnalysis,
    importConverters,
    importHeadFirst,
    importUrls,
    importRules,
    importTopic,
  ];
  const parts = imports.map((read) => read(job));
  const items = [...parts.flatMap((part) => part.items), ...importBlocks(job)];
  const lines = [{ path: 'name', value: name, comment: '' }, ...parts.flatMap((part) => part.lines)];
  const title = `A crawl by Winnow, imported from the Combine job ${job.directory}.`;
  const files = { [jobFileName]: jobText(title, lines, items) };
  return { name, files: Object.assign(files, ...parts.map((part) => part.files)), items };
}
