import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { commentedJob } from '../../lib/config/commented-job.ts';
import { nameFromDirectory } from '../../lib/config/job-settings.ts';
import { jobFileName, parseJob } from '../../lib/config/load-job.ts';
import { WinnowError } from '../../lib/domain/error.ts';
import { canonicalise } from '../../lib/domain/url.ts';
import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { gather } from './values.ts';

interface InitOptions {
  readonly seed?: readonly string[];
  readonly contact?: string;
  readonly json?: boolean;
}

export const init: DefineCommand = (command, io) => {
  command
    .argument('<dir>', 'the directory of the new job; it is made if it is not there')
    .option('--seed <url>', 'a URL to go out from; its host becomes the scope (may be given again)', gather)
    .option('--contact <address>', 'your mail address or the URL of a page about your crawl')
    .option('--json', 'print JSON')
    .action((directory: string, options: InitOptions) => {
      const file = writeJob(directory, options);
      if (options.json === true) return io.out(json({ file }));
      io.out(`${file}\nEdit it, then: ${io.program} crawl --job ${directory}\n`);
    });
};

/**
 * Writes a commented job.yaml into a directory, which is made if it is not there.
 * @returns the path of the file
 * @throws WinnowError `config` when there is one already or it cannot be written, `usage` for a wrong seed or contact
 */
export function writeJob(
  directory: string,
  { seed = [], contact }: Pick<InitOptions, 'seed' | 'contact'>,
): string {
  const file = join(resolve(directory), jobFileName);
  const hosts = seed.map((url) => {
    const canonical = canonicalise(url);
    if (!canonical.ok)
      throw new WinnowError(
        'usage',
        `${JSON.stringify(url)} is no seed: expected an absolute http or https URL`,
      );
    return canonical.host;
  });
  const text = commentedJob({
    name: nameFromDirectory(basename(resolve(directory))) ?? 'crawl',
    seeds: seed,
    hosts: [...new Set(hosts)],
    ...(contact === undefined ? {} : { contact }),
  });
  parseJob(text, file);
  try {
    mkdirSync(resolve(directory), { recursive: true });
    // Fails rather than overwrites, also when two of us do it at once.
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const why = exists
      ? 'is there already; it is not overwritten'
      : `cannot be written: ${error instanceof Error ? error.message : error}`;
    throw new WinnowError('config', `${file} ${why}`, { cause: error });
  }
  return file;
}
