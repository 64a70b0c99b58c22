import { WinnowError } from '../../../lib/base/error.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { wholeArgument } from '../base/values.ts';
import { checkBundle } from './check-bundle.ts';
import { withCommitted } from './committed-pages.ts';
import { bundleFiles } from './read-bundle.ts';
import { type WrittenArchive, writeArchive } from './write-archive.ts';
import { prepareDirectory } from './write-bundles.ts';
import { updateIndex } from './write-index.ts';

interface WriteOptions extends TargetOptions {
  readonly bundleMb: number;
}

interface ListOptions {
  readonly json?: boolean;
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
      reportWritten(written, options.json === true, io);
    });
  addTargetOptions(write);
  command
    .command('index')
    .description('write index.cdxj for the WARC files in <dir>; reads those that are new or changed')
    .argument('<dir>', 'the directory of the archive')
    .option('--json', 'print JSON')
    .action(async (directory: string, options: ListOptions) => {
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
    .action((directory: string, options: ListOptions) => {
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

function reportWritten({ pages, revisits, bundles, leftOut }: WrittenArchive, asJson: boolean, io: Io): void {
  if (asJson) {
    io.out(json({ pages, revisits, bundles, leftOut }));
    return;
  }
  for (const { url, reason } of leftOut) io.err(`${url} is left out: ${reason}\n`);
  const again = revisits === 0 ? '' : `, ${formatCount(revisits, 'page')} of them as revisits`;
  io.out(`${formatCount(pages, 'page')} added in ${formatCount(bundles.length, 'file')}${again}\n`);
}
