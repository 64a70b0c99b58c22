import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { type JobMarks, readMarks, writeMarks } from '../../../lib/config/file/edit-marks.ts';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { examplesWithin } from '../../../lib/domain/topic/taxonomy/class-tree.ts';
import { tooBroad } from '../../../lib/domain/topic/taxonomy/map-topic.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { readBytes } from '../base/files.ts';
import { existingClass, type OpenedTaxonomy, openTaxonomyFile } from './work-file.ts';

interface MarkOptions {
  readonly job: string;
  readonly model?: string;
  readonly crawlOnly?: boolean;
  readonly json?: boolean;
}

/** Marks belong to the job: they stand in its job.yaml, and change without training. */
export function defineMarks(command: Command, io: Io): void {
  const define = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .argument('<classes...>', "classes of the job's taxonomy")
      .option('--job <dir>', 'the directory of the job, or its job.yaml', '.')
      .option('--model <file>', 'the taxonomy, which becomes that of the job (default: the one that it has)')
      .option('--json', 'print JSON');
  define('mark', 'say which classes a job keeps')
    .option('--crawl-only', 'their pages are not kept, but their links are followed')
    .action((classes: readonly string[], options: MarkOptions) => {
      const key = options.crawlOnly === true ? 'crawlOnly' : 'good';
      return change(options, io, (marks, work) => {
        const known = classes.map((one) => existingClass(work, one));
        if (key === 'good') for (const path of known) warnOfBroad(work, path, io);
        const rest = without(marks, known);
        return { ...rest, [key]: [...rest[key], ...known] };
      });
    });
  define('unmark', 'take marks of classes away').action(
    (classes: readonly string[], options: MarkOptions) => {
      return change(options, io, (marks, work) =>
        without(
          marks,
          classes.map((one) => existingClass(work, one)),
        ),
      );
    },
  );
}

function without(marks: JobMarks, classes: readonly string[]): JobMarks {
  const left = (list: readonly string[]): readonly string[] => list.filter((one) => !classes.includes(one));
  return { ...marks, good: left(marks.good), crawlOnly: left(marks.crawlOnly) };
}

async function change(
  options: MarkOptions,
  io: Io,
  edit: (marks: JobMarks, work: OpenedTaxonomy) => JobMarks,
): Promise<void> {
  const file = resolve(/\.ya?ml$/.test(options.job) ? options.job : join(options.job, 'job.yaml'));
  const before = readBytes(file).toString('utf8');
  const marks = readMarks(before, file);
  const model = options.model === undefined ? marks.model : relative(dirname(file), resolve(options.model));
  if (model === undefined)
    throw new WinnowError('usage', `${file} has no topic.model: say with --model which taxonomy it is about`);
  const after = edit({ ...marks, model }, await openTaxonomyFile(resolve(dirname(file), model)));
  const text = writeMarks(before, file, after);
  // What the job would refuse is not written.
  if (after.good.length > 0) parseJob(text, file);
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
  if (options.json === true) {
    io.out(json(after));
    return;
  }
  io.out(`good: ${after.good.length === 0 ? 'none: the job cannot run like this' : after.good.join(', ')}\n`);
  if (after.crawlOnly.length > 0) io.out(`crawl-only: ${after.crawlOnly.join(', ')}\n`);
}

function warnOfBroad({ taxonomy }: OpenedTaxonomy, path: string, io: Io): void {
  const within = examplesWithin(taxonomy.tree);
  const place = taxonomy.tree.findIndex((one) => one.path === path);
  const part = (within[place] as number) / (within[0] as number);
  if (part < tooBroad) return;
  io.err(
    `winnow: ${path} has ${Math.round(100 * part)} % of all examples within it: a crawl of it keeps about so much of what it meets. 'winnow taxonomy map' says what precision to expect\n`,
  );
}
