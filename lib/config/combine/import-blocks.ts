import type { ImportItem } from '../../domain/combine/import-item.ts';
import { nearest } from '../file/nearest.ts';
import type { CombineConfig } from './read-config.ts';
import { type CombineJob, combineLists, listLines } from './read-job.ts';
import { noteOf } from './variables.ts';

/** Types whose converters Winnow does without: it reads them itself. */
const readByWinnow = /^(?:text\/html|application\/xhtml\+xml|text\/plain|www\/unknown)$/i;

/** The blocks that have no counterpart, blocks that Combine does not know, and files that are not there. */
export function importBlocks(job: CombineJob): readonly ImportItem[] {
  const configs = [job.own, ...(job.defaults === undefined ? [] : [job.defaults])];
  return [...converters(job), ...configs.flatMap(strangeBlocks), ...configs.flatMap(absentFiles)];
}

/** One item for each converter of the job's own, or one for those that every job of Combine has. */
function converters(job: CombineJob): readonly ImportItem[] {
  const note = noteOf('<converters>');
  if (!job.own.blocks.has('converters')) return [{ fate: 'dropped', name: '<converters>', note }];
  return (listLines(job, 'converters') ?? [])
    .filter(({ source }) => job.own.files.has(source.replace(/:\d+$/, '')))
    .map(({ name, text, source }) => ({
      fate: readByWinnow.test(name) ? 'needless' : 'dropped',
      name: '<converters>',
      value: text,
      source,
      note,
    }));
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
