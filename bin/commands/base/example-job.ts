import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jobFileName } from '../../../lib/config/job/file-names.ts';

/** Beside the sources, or beside the folder of the bundles. */
const places = ['../../../examples/job.yaml', '../examples/job.yaml'];
const shippedJob =
  places.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path)) ?? '';

/** The folder of the example that ships with Winnow: its job, its topic and its web. */
export const shippedExample = dirname(shippedJob);

/** What is installed is not written to: there the job of the example is a copy in the current directory. */
const isInstalled = shippedJob.split(sep).includes('node_modules');
const jobFile = isInstalled ? join('.winnow', 'example', jobFileName) : shippedJob;

/** The job.yaml of the example, which can be crawled: the checkout's own, or a copy. */
export function exampleJob(): string {
  if (!isInstalled) return jobFile;
  mkdirSync(dirname(jobFile), { recursive: true });
  for (const name of [jobFileName, 'topic.txt'])
    copyFileSync(join(shippedExample, name), join(dirname(jobFile), name));
  return jobFile;
}

/**
 * The job that a command looks at where none is given and the current directory has none: the example, once it was crawled.
 * @param given as `--job` has it; `.` is its default
 */
export function jobToLookAt(given: string, example = jobFile): string {
  const isCrawled = existsSync(join(dirname(example), 'data', 'winnow.db'));
  return given === '.' && !existsSync(jobFileName) && isCrawled ? example : given;
}
