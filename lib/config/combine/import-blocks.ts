import { nearest } from '../../base/nearest.ts';
import type { ImportItem } from '../../domain/combine/import-item.ts';
import type { CombineConfig } from '../file/read-config.ts';
import { type CombineJob, combineLists } from './read-job.ts';

/** Blocks that Combine does not know, and files that are not there. */
export function importBlocks(job: CombineJob): readonly ImportItem[] {
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
