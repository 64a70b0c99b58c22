import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { WinnowError } from '../../../lib/base/error.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { indexFile, listFile } from '../../../lib/capabilities/graph/file-names.ts';
import { directoryFiles } from '../../../lib/capabilities/graph/page.ts';
import { directoryOf } from '../../../lib/capabilities/graph/read-directory.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { readBytes, writeBytes, writeError } from '../base/files.ts';
import { appendValue, fractionArgument, wholeArgument } from '../base/values.ts';

interface DirectoryOptions extends TargetOptions {
  readonly out?: string;
  readonly top: number;
  readonly minPages: number;
  readonly authorities: number;
  readonly sharedHost?: readonly string[];
}

/** Writes the best hubs and authorities of each class as pages of HTML. */
export const directory: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--out <dir>', 'write the pages into <dir> (default: JOB-directory in the current directory)')
    .option('--top <count>', 'list <count> pages of each kind, 1 to 1000', wholeArgument(1, 1_000), 25)
    .option(
      '--min-pages <count>',
      'only classes with at least <count> relevant pages',
      wholeArgument(1, 1_000_000),
      1,
    )
    .option(
      '--authorities <part>',
      'let this <part> of the judged pages of a class, the most relevant, be authorities',
      fractionArgument,
      0.15,
    )
    .option(
      '--shared-host <host>',
      'on <host> and its subdomains each first folder is a site (may be repeated)',
      appendValue,
    )
    .action(async (options: DirectoryOptions) => {
      const { top, minPages, authorities: share, sharedHost } = options;
      if (options.out !== undefined) checkPlace(options.out);
      const made = await withJob(options, 'guest', 'refresh', async ({ installation, job }) =>
        directoryOf(installation.place.ports, await installation.job(job), {
          ...{ top, minPages, share, iterations: 50 },
          ...(sharedHost === undefined ? {} : { shared: new Set(sharedHost) }),
        }),
      );
      const place = options.out ?? (options.json === true ? undefined : `${made.job}-directory`);
      if (place !== undefined) writeFiles(place, directoryFiles(made));
      if (options.json === true) return io.out(json(made));
      const { classes, whole } = made;
      io.out(
        `${resolve(place as string, indexFile)}\n${formatCount(whole.pages, 'relevant page')} in ${formatCount(classes.length, 'class', 'classes')}\n`,
      );
    });
};

/** Refuses to write among files that are not of an earlier call. @throws WinnowError `usage` */
function checkPlace(place: string): void {
  if (!existsSync(place) || existsSync(join(place, listFile)) || readdirSync(place).length === 0) return;
  throw new WinnowError(
    'usage',
    `${place} has other files in it: name a directory that is new, or an earlier one`,
  );
}

/** Writes a directory in place of an earlier one: pages of classes that are no more are deleted. */
function writeFiles(place: string, files: ReadonlyMap<string, string>): void {
  checkPlace(place);
  const earlier = earlierFiles(join(place, listFile)).filter((name) => !files.has(name));
  try {
    mkdirSync(place, { recursive: true });
  } catch (error) {
    throw writeError(place, error);
  }
  // The list comes first: what it names is ours, should the rest be cut off.
  writeBytes(join(place, listFile), json({ v: 1, files: [...files.keys(), ...earlier] }));
  for (const [name, page] of files) writeBytes(join(place, name), page);
  for (const name of earlier) rmSync(join(place, name), { force: true });
  writeBytes(join(place, listFile), json({ v: 1, files: [...files.keys()] }));
}

/** Names of the files of an earlier directory: plain names only, whatever the list says. */
function earlierFiles(list: string): readonly string[] {
  if (!existsSync(list)) return [];
  try {
    const { files } = JSON.parse(readBytes(list).toString()) as { files?: readonly unknown[] };
    return (files ?? []).filter((one): one is string => /^[a-z0-9-]+\.html$/.test(String(one)));
  } catch {
    return [];
  }
}
