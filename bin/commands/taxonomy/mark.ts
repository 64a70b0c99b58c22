import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { type JobMarks, readMarks, writeMarks } from '../../../lib/config/file/edit-marks.ts';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import { examplesWithin, tooBroad } from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { readBytes } from '../base/files.ts';
import { type OpenedTaxonomy, openTaxonomyFile, requireClass } from './work-file.ts';

interface MarkOptions {
  readonly job: string;
  readonly model?: string;
  readonly crawlOnly?: boolean;
  readonly json?: boolean;
}

/** Defines the commands that change the marks of classes. Marks are settings in job.yaml, so changing them needs no training. */
export function defineMarks(command: Command, io: Io): void {
  const define = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .argument('<classes...>', "classes of the job's taxonomy")
      .option('--job <dir>', 'change the job in the directory <dir>, or the job.yaml <dir>', '.')
      .option(
        '--model <file>',
        'use the taxonomy <file>, which becomes the taxonomy of the job (default: the present taxonomy of the job)',
      )
      .option('--json', 'print JSON');
  define('mark', 'mark classes as good, so that the job keeps their pages')
    .option('--crawl-only', 'mark as crawl-only instead: pages are not kept, but their links are followed')
    .action((classes: readonly string[], options: MarkOptions) => {
      const key = options.crawlOnly === true ? 'crawlOnly' : 'good';
      return changeMarks(options, io, (marks, work) => {
        const known = classes.map((one) => requireClass(work, one));
        if (key === 'good') for (const path of known) warnOfBroadClass(work, path, io);
        const rest = removeMarks(marks, known);
        return { ...rest, [key]: [...rest[key], ...known] };
      });
    });
  define('unmark', 'remove the marks of classes').action(
    (classes: readonly string[], options: MarkOptions) => {
      return changeMarks(options, io, (marks, work) =>
        removeMarks(
          marks,
          classes.map((one) => requireClass(work, one)),
        ),
      );
    },
  );
}

function removeMarks(marks: JobMarks, classes: readonly string[]): JobMarks {
  const left = (list: readonly string[]): readonly string[] => list.filter((one) => !classes.includes(one));
  return { ...marks, good: left(marks.good), crawlOnly: left(marks.crawlOnly) };
}

async function changeMarks(
  options: MarkOptions,
  io: Io,
  edit: (marks: JobMarks, work: OpenedTaxonomy) => JobMarks,
): Promise<void> {
  const file = resolve(/\.ya?ml$/.test(options.job) ? options.job : join(options.job, 'job.yaml'));
  const before = readBytes(file).toString('utf8');
  const marks = readMarks(before, file);
  const model = options.model === undefined ? marks.model : relative(dirname(file), resolve(options.model));
  if (model === undefined)
    throw new WinnowError('usage', `give the taxonomy with --model: ${file} has no topic.model`);
  const after = edit({ ...marks, model }, await openTaxonomyFile(resolve(dirname(file), model)));
  const text = writeMarks(before, file, after);
  // A job.yaml that could not be loaded is not written.
  if (after.good.length > 0) parseJob(text, file);
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
  if (options.json === true) {
    io.out(json(after));
    return;
  }
  io.out(`good: ${after.good.length === 0 ? 'none, so the job cannot run' : after.good.join(', ')}\n`);
  if (after.crawlOnly.length > 0) io.out(`crawl-only: ${after.crawlOnly.join(', ')}\n`);
}

function warnOfBroadClass({ taxonomy }: OpenedTaxonomy, path: string, io: Io): void {
  const within = examplesWithin(taxonomy.tree);
  const place = taxonomy.tree.findIndex((one) => one.path === path);
  const part = (within[place] as number) / (within[0] as number);
  if (part < tooBroad) return;
  io.err(
    `winnow: ${path} has ${Math.round(100 * part)} % of all examples within it: a crawl keeps about this part of the pages that it fetches. 'winnow taxonomy map' shows the expected precision\n`,
  );
}
