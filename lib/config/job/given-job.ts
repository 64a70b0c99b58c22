import { resolve } from 'node:path';
import { type FileText, readLayer } from '../layers/layer-file.ts';
import { jobSchema } from '../schema/job-schema.ts';
import { jobJsonSchema } from '../schema/known-keys.ts';
import { type LoadedJob, parseJob } from './load-job.ts';
import { filesNamedIn, throwIfAny } from './self-contained.ts';

export { requireSelfContained } from './self-contained.ts';

type Value = Readonly<Record<string, unknown>>;

/** What only an owner of the machine says, in files of it: where data lie, what runs, what is secret, and where requests may go. */
const ownersKeys: readonly (readonly string[])[] = [
  ['data'],
  ['network'],
  ['fetch', 'credentials'],
  ['convert', 'programs'],
  ['analysis', 'ipDatabase'],
];

/**
 * The job that somebody describes who has no files of this machine, over the defaults of its installation.
 * @param settings in the form of a job.yaml
 * @throws WinnowError `config`: a line for each thing that is wrong, or that only an owner of the machine may say; lines and columns are
 *   those of the indented JSON
 */
export function readGivenJob(name: string, settings: object, defaults: FileText | undefined): LoadedJob {
  const text = JSON.stringify({ name, ...settings }, undefined, 2);
  const { value, source } = readLayer({ text, file: 'settings' }, jobSchema, jobJsonSchema);
  const overrides = Array.isArray(value.overrides) ? (value.overrides as readonly Value[]) : [];
  const files = [value, ...overrides].flatMap((one, at) => {
    const above = at === 0 ? [] : ['overrides', at - 1];
    const named = at === 0 ? filesNamedIn(one) : filesNamedIn({ ...one, overrides: [] });
    const owned = ownersKeys.filter((path) => valueAt(one, path) !== undefined);
    return [
      ...named.map(({ path, name: file }) => ({
        path: [...above, ...path],
        what: `the file ${JSON.stringify(file)}`,
      })),
      ...owned.map((path) => ({ path: [...above, ...path], what: 'that' })),
    ];
  });
  const problems = files.map(({ path, what }) => ({
    ...source.position(path),
    message: `${path.join('.')}: only files of the machine itself say ${what}: its job.yaml or installation.yaml`,
  }));
  throwIfAny({ text, file: 'settings' }, problems);
  return parseJob(text, resolve('settings'), () => defaults);
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  return typeof value === 'object' && value !== null ? valueAt((value as Value)[key], rest) : undefined;
}
