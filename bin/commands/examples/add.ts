import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { readText } from '../../../lib/config/file/read-config.ts';
import { requireContact } from '../../../lib/config/job/contact.ts';
import type { ExitCode, Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderAdded, renderRemoved } from '../../render/examples/examples.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { isUrl } from '../base/page-at.ts';
import { readFiles } from '../topic/example-directory.ts';

interface AddOptions extends TargetOptions {
  readonly out?: true;
  readonly list?: string;
}

/** Defines the commands that add and remove pages as examples. */
export function defineAdd(command: Command, io: Io, ended: (code: ExitCode) => void): void {
  addTargetOptions(command.command('add'))
    .description('add pages that the crawl is about: URLs, files, or folders of files')
    .argument('[pages...]', 'URLs, text or HTML files, and folders of such files')
    .option('--out', 'add pages that the crawl is not about')
    .option('--list <file>', 'also add the URLs in <file>, one a line')
    .action(async (pages: readonly string[], options: AddOptions) => {
      const named = [...pages, ...listed(options.list)];
      if (named.length === 0)
        throw new WinnowError('usage', 'give at least one page: a URL, a file or a folder, or --list FILE');
      const [urls, paths] = [named.filter(isUrl), named.filter((one) => !isUrl(one))];
      const absent = paths.find((path) => !existsSync(path));
      if (absent !== undefined)
        throw new WinnowError('usage', `${absent} is neither an http(s) URL nor a file or folder`);
      const files = [...readFiles(paths)].map(({ file, page }) => ({
        source: file,
        ...(page === undefined ? {} : { page }),
      }));
      const side = options.out === true ? 'out' : 'in';
      const report = await withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
        if (urls.length > 0) requireContact(await installation.settings(job));
        return installation.examples.add(job, { side, origin: 'named', urls, files }, io.interrupted());
      });
      io.out(options.json === true ? json(report) : renderAdded(report));
      if (report.failed.length > 0) ended(1);
    });
  addTargetOptions(command.command('remove'))
    .description('remove pages from the examples')
    .argument('<pages...>', 'URLs or names of files, as `winnow examples list` shows them')
    .action(async (pages: readonly string[], options: TargetOptions) => {
      const removed = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
        installation.examples.remove(job, pages),
      );
      io.out(options.json === true ? json({ removed }) : renderRemoved(removed, pages.length));
      if (removed.length === 0) ended(1);
    });
}

function listed(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  const lines = readText(file)
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim());
  const urls = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const wrong = urls.find((line) => !isUrl(line));
  if (wrong !== undefined)
    throw new WinnowError('config', `${file}: ${wrong.slice(0, 80)} is no http(s) URL`);
  return urls;
}
