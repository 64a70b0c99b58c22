import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { canonicalise } from '../../../lib/base/url/canonicalise.ts';
import { fileFault } from '../../../lib/config/file/file-fault.ts';
import { jobFileName } from '../../../lib/config/job/file-names.ts';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import { commentedJob } from '../../../lib/config/layers/commented-job.ts';
import { nameFromDirectory } from '../../../lib/config/layers/job-settings.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { shellWord } from '../../render/base/shell-word.ts';
import { renderBotPage } from '../../render/look/bot-page.ts';
import { appendValue } from '../base/values.ts';

/** The default of `userAgent.product`. */
const defaultProduct = 'Winnow';

interface InitOptions {
  readonly seed?: readonly string[];
  readonly contact?: string;
  readonly full?: boolean;
  readonly master?: readonly string[];
  readonly json?: boolean;
}

/** What a job is about: a model beside its job.yaml, and the classes of the model that are good. */
export interface StartTopic {
  readonly model: string;
  readonly good: readonly string[];
}

/** From the sources, or from the folder of the bundles. */
const schemas = ['../../../docs/schema/job.schema.json', '../../docs/schema/job.schema.json'];
const schemaFile = schemas
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

export const init: DefineCommand = (command, io) => {
  command
    .argument('[dir]', 'the directory of the new job; it is created if absent', '.')
    .option(
      '--seed <url>',
      'start from <url>; its host becomes part of the scope (may be repeated)',
      appendValue,
    )
    .option(
      '--contact <address>',
      'give site owners <address>, a mail address or the URL of a page about your crawl',
    )
    .option('--full', 'write every setting there is, at its default')
    .option(
      '--master <class>',
      "keep pages of <class> of the taxonomy that ships with Winnow, as 'winnow taxonomy master' prints it (may be repeated)",
      appendValue,
    )
    .option('--json', 'print JSON')
    .action(async (directory: string, options: InitOptions) => {
      const { seed, contact, full, master = [] } = options;
      const topic = master.length === 0 ? undefined : await startTopic(directory, master, io);
      const file = writeJob(directory, defined({ seed, contact, full, topic }));
      const page = options.contact === undefined ? undefined : writeBotPage(directory, options.contact);
      if (options.json === true) return io.out(json(page === undefined ? { file } : { file, page }));
      const about = page === undefined ? '' : `${page} (a page about your crawler, for your web server)\n`;
      io.out(
        `${file}\n${about}Edit job.yaml, then: ${io.program} crawl${directory === '.' ? '' : ` --job ${shellWord(directory)}`}\n`,
      );
    });
};

/** Writes the taxonomy that ships with Winnow beside a job.yaml that is not there yet. */
async function startTopic(directory: string, master: readonly string[], io: Io): Promise<StartTopic> {
  const { placeMaster } = await import('../taxonomy/place-master.ts');
  const file = join(resolve(directory), jobFileName);
  if (existsSync(file)) throw existsAlready(file);
  return placeMaster(resolve(directory), master, io);
}

/** Writes a page about the crawler beside job.yaml. @returns its path; undefined when the page exists already */
function writeBotPage(directory: string, contact: string): string | undefined {
  const page = join(resolve(directory), 'bot.html');
  if (existsSync(page)) return undefined;
  writeFileSync(page, renderBotPage({ product: defaultProduct, contact }), { flag: 'wx' });
  return page;
}

/** As editors take it, also on Windows: with slashes. */
function pathFrom(directory: string, file: string): string {
  return relative(directory, file).split(sep).join('/');
}

type JobWishes = Pick<InitOptions, 'seed' | 'contact' | 'full'> & { readonly topic?: StartTopic };

/**
 * Writes a commented job.yaml into a directory, which is created if absent. Its first line tells editors its JSON Schema.
 * @returns the path of the file
 * @throws WinnowError `config` when the file exists already or cannot be written, `usage` for a wrong seed or contact
 */
export function writeJob(directory: string, { seed = [], contact, full = false, topic }: JobWishes): string {
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
    isFull: full,
    ...defined({ contact, topic, schema: schemaFile && pathFrom(resolve(directory), schemaFile) }),
  });
  parseJob(text, file);
  try {
    mkdirSync(resolve(directory), { recursive: true });
    // `wx` fails instead of overwriting, also when two processes write at once.
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw existsAlready(file, error);
    throw new WinnowError('config', `${file} cannot be written: ${fileFault(error)}`, { cause: error });
  }
  return file;
}

function existsAlready(file: string, cause?: unknown): WinnowError {
  return new WinnowError('config', `${file} exists already and is not overwritten`, { cause });
}
