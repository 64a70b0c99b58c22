import { fileExtension } from '../../base/fetch/fetch-settings.ts';
import { nearest } from '../../base/nearest.ts';
import type { ImportItem } from '../combine-format/import-item.ts';
import type { CombineConfig } from '../file/read-config.ts';
import { jobFileName } from '../job/file-names.ts';
import { nameFromDirectory } from '../layers/job-settings.ts';
import { textSchema } from '../schema/text-forms.ts';
import { importAnalysis } from './import-analysis.ts';
import { importConverters } from './import-converters.ts';
import { importFiles } from './import-files.ts';
import { importRules } from './import-rules.ts';
import { importTopic } from './import-topic.ts';
import { importUrls } from './import-urls.ts';
import { importVariables } from './import-variables.ts';
import type { Imported } from './imported.ts';
import { type CombineJob, combineLists, readCombineJob } from './read-job.ts';
import { noteOf } from './variables.ts';
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

const extensionSchema = textSchema(fileExtension);
const key = 'fetch.headFirst';
const about = { name: '<binext>', note: noteOf('<binext>') };

/** Extensions that HEAD is sent for first, where a job has a list of its own. */
function importHeadFirst({ own }: CombineJob): Imported {
  const found = own.lines
    .filter(({ blocks }) => blocks.join('/') === 'binext')
    .map(({ text, source }) => ({ extension: text.trim().replace(/^\./, '').toLowerCase(), source }));
  const good = found.filter(({ extension }) => extensionSchema.safeParse(extension).success);
  const refused = found.filter((one) => !good.includes(one));
  const items: ImportItem[] = refused.map(({ extension, source }) => ({
    ...{ fate: 'dropped', name: '<binext>', value: extension, source, note: 'It is no extension.' },
  }));
  const first = good[0];
  if (first === undefined) return { lines: [], files: {}, items };
  const value = [...new Set(good.map(({ extension }) => extension))];
  return {
    lines: [{ path: key, value, comment: `${first.source}: <binext>` }],
    files: {},
    items: [{ fate: 'carried', ...about, key, source: first.source }, ...items],
  };
}

/** Blocks that Combine does not know, and files that are not there. */
function importBlocks(job: CombineJob): readonly ImportItem[] {
  const configs = [job.own, ...(job.defaults === undefined ? [] : [job.defaults])];
  return [...configs.flatMap(strangeBlocks), ...configs.flatMap(absentFiles)];
}

function strangeBlocks({ lines }: CombineConfig): readonly ImportItem[] {
  const known: readonly string[] = combineLists;
  return lines
    .filter(({ blocks }) => blocks.length > 0 && !known.includes(blocks.join('/')))
    .map(({ blocks, text, source }) => {
      const path = blocks.join('/');
      const near = known.find((list) => list.endsWith(`/${path}`)) ?? nearest(path, known);
      const hint = near === undefined ? '' : ` (did you mean ${shown(near)}?)`;
      const note = `Combine has no setting in ${shown(path)}${hint}: nothing was done with it.`;
      return { fate: 'dropped', name: shown(path), value: text, source, note };
    });
}

/** `url/allow` as `<url><allow>`. */
function shown(path: string): string {
  return path
    .split('/')
    .map((block) => `<${block}>`)
    .join('');
}

function absentFiles({ absent }: CombineConfig): readonly ImportItem[] {
  return absent.map(({ path, source }) => ({
    fate: 'dropped',
    name: `<<include ${path}>>`,
    source,
    note: 'There is no such file, and Combine would not load without it: if it had settings, bring it and import again.',
  }));
}
