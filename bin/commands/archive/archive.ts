import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { enterJob } from '../../../lib/api/open-local.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { unrecorded } from '../../../lib/pipeline/collection/unrecorded.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { wholeArgument } from '../base/values.ts';
import { checkBundle } from './check-bundle.ts';
import { bundleFiles } from './read-bundle.ts';
import { writeArchive } from './write-archive.ts';
import { prepareDirectory } from './write-bundles.ts';
import { type LeaveOut, updateIndex } from './write-index.ts';

interface WriteOptions extends TargetOptions {
  readonly bundleMb: number;
}

export const archive: DefineCommand = (command, io, ended) => {
  const write = command
    .command('write')
    .description('add the stored documents that <dir> does not have yet, as WARC files with a CDXJ index')
    .argument('<dir>', 'the directory of the archive; it is made if it does not exist')
    .option(
      '--bundle-mb <number>',
      'begin another file when one has <number> MB, 1 to 100000',
      wholeArgument(1, 100_000),
      1_000,
    )
    .action(async (directory: string, options: WriteOptions) => {
      const written = await withJob(options, 'guest', 'refresh', ({ installation, job }) => {
        prepareDirectory(directory);
        const limits = { maxBytes: options.bundleMb * 1_000_000, signal: io.interrupted() };
        return writeArchive({ installation, job, directory, at: Date.now() }, limits);
      });
      const { pages, revisits, bundles, leftOut } = written;
      if (options.json === true) return io.out(json({ pages, revisits, bundles, leftOut }));
      for (const { url, reason } of leftOut) io.err(`${url} is left out: ${reason}\n`);
      const again = revisits === 0 ? '' : `, ${formatCount(revisits, 'page')} of them as revisits`;
      io.out(`${formatCount(pages, 'page')} added in ${formatCount(bundles.length, 'file')}${again}\n`);
    });
  addTargetOptions(write);
  command
    .command('index')
    .description('write index.cdxj for the WARC files in <dir>; reads those that are new or changed')
    .argument('<dir>', 'the directory of the archive')
    .option('--json', 'print JSON')
    .action(async (directory: string, options: Pick<WriteOptions, 'json'>) => {
      const bundles = bundleFiles(directory);
      const { pages, read } = await withCommitted(directory, (leaveOut) => updateIndex(directory, leaveOut));
      io.out(
        options.json === true
          ? json({ bundles: bundles.length, pages, read })
          : `${formatCount(pages, 'page')} of ${formatCount(bundles.length, 'file')} in index.cdxj\n`,
      );
    });
  command
    .command('check')
    .description('read every page in the WARC files of <dir>, and compare its digests')
    .argument('<dir>', 'the directory of the archive')
    .option('--json', 'print JSON')
    .action((directory: string, options: Pick<WriteOptions, 'json'>) => {
      const checks = bundleFiles(directory).map((file) => checkBundle(directory, file));
      if (checks.length === 0) throw new WinnowError('not-found', `there are no WARC files in ${directory}`);
      const faults = checks.flatMap((check) => check.faults);
      const pages = checks.reduce((sum, check) => sum + check.pages, 0);
      if (options.json === true) io.out(json({ bundles: checks.length, pages, faults }));
      else {
        for (const { file, offset, fault } of faults) io.out(`${file} at ${offset}: ${fault}\n`);
        io.out(
          `${formatCount(pages, 'page')} of ${formatCount(checks.length, 'file')} checked: ${formatCount(faults.length, 'fault')}\n`,
        );
      }
      if (faults.length > 0) ended(1);
    });
};

/**
 * Runs `use` with what says which pages of a directory of bundles belong to no archive. In `bundles/<job>` of a data directory these
 * are pages of turns that were never committed; nobody knows of any in another directory.
 */
async function withCommitted<T>(directory: string, use: (leaveOut: LeaveOut) => Promise<T>): Promise<T> {
  const path = resolve(directory);
  const data = dirname(dirname(path));
  const isOfCrawl = basename(dirname(path)) === 'bundles' && existsSync(join(data, 'winnow.db'));
  if (!isOfCrawl) return await use(async () => new Set());
  const job = basename(path);
  const crawl = await enterJob(data, job, { guest: true });
  try {
    const { installation } = crawl;
    const isKnown = (await installation.jobs()).some(({ name }) => name === job);
    return await use(async (entries) => {
      const contents = entries.flatMap(({ md5, beside }) => (beside ? [] : md5));
      const out = isKnown
        ? await unrecorded(installation.place.ports, await installation.job(job), contents)
        : new Set();
      return new Set(entries.filter(({ md5 }) => out.has(md5)));
    });
  } finally {
    await crawl.close();
  }
}
