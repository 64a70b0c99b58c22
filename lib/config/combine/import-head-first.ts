import { fileExtension } from '../../base/fetch/fetch-settings.ts';
import type { ImportItem } from '../../domain/combine/import-item.ts';
import { textSchema } from '../schema/text-forms.ts';
import type { Imported } from './imported.ts';
import type { CombineJob } from './read-job.ts';
import { noteOf } from './variables.ts';

const extensionSchema = textSchema(fileExtension);
const key = 'fetch.headFirst';
const about = { name: '<binext>', note: noteOf('<binext>') };

/** Extensions that HEAD is sent for first, where a job has a list of its own. */
export function importHeadFirst({ own }: CombineJob): Imported {
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
