import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { clip } from '../../../lib/base/printable.ts';
import { formatDuration } from '../../../lib/base/quantity.ts';
import { jobFileName } from '../../../lib/config/job/file-names.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { requireContact } from '../../../lib/domain/settings/contact.ts';
import { serveRest } from '../../../lib/faces/rest.ts';
import { openTokens } from '../../../lib/faces/tokens.ts';
import { order } from '../../../lib/operations/order.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { withLocal } from '../base/context.ts';
import { pagesNamed } from '../base/example-directory.ts';
import { isUrl } from '../base/page-at.ts';
import { requestHead } from '../base/request-options.ts';
import { appendValue, wholeArgument } from '../base/values.ts';
import { crawlForever } from '../crawl/crawl-forever.ts';
import { writeJob } from '../crawl/init.ts';
import { withServed } from './with-served.ts';

interface BoxOptions {
  readonly example?: readonly string[];
  readonly contact?: string;
  readonly port: number;
  readonly reportPort?: number;
  readonly json?: boolean;
}

const host = '127.0.0.1';
const reason = 'winnow box';
/** Examples that could not be read are named up to so many. */
const mostFaults = 10;

/** A search engine in a box: a job by examples, a crawl that goes on, and the page that searches what it has so far. */
export const box: DefineCommand = (command, io, ended) => {
  command
    .argument('<dir>', 'the directory of the job; it is created if absent')
    .option(
      '--example <page>',
      'a page that the crawl is about: a URL, which is a seed, or a file or folder (may be repeated)',
      appendValue,
    )
    .option('--contact <address>', 'of a new job: give site owners <address>, to reach you')
    .option(
      '--port <number>',
      'serve the search page at port <number> of loopback',
      wholeArgument(0, 65_535),
      8_644,
    )
    .option(
      '--report-port <number>',
      'serve the report at port <number> (default: 8643)',
      wholeArgument(0, 65_535),
    )
    .option('--json', 'print JSON')
    .action(async (directory: string, options: BoxOptions) => {
      const loaded = jobIn(directory, options, io);
      requireContact(loaded.settings);
      const { name } = loaded.settings;
      const { reportPort, json: isJson = false } = options;
      await withServed(loaded, io, async (served) => {
        const tokens = openTokens(join(loaded.dataDir, 'tokens.json'));
        const parts = { ...served, tokens, job: name };
        // Who is at this machine may search what it has crawled.
        const server = await serveRest(parts, { host, port: options.port, search: [name] });
        try {
          const search = `http://${host}:${server.port}/search/${name}`;
          io.err(`Search ${search} while the crawl goes on.\n`);
          if (isJson) io.out(json({ search }));
          const signal = io.interrupted();
          await addExamples(loaded, options.example ?? [], io);
          if (signal.aborted) return;
          // The first search has the index made.
          const asker = { by: 'box', reason, signal };
          order('search', served.place, { job: name, query: [name] }, asker).catch(served.onFault);
          await crawlForever(loaded, { json: isJson, ...defined({ port: reportPort }) }, { io, ended });
        } finally {
          await server.close();
        }
      });
    });
};

/** The job of a directory, which is made of what is given where it has none. @throws WinnowError `usage` */
function jobIn(directory: string, { example = [], contact }: BoxOptions, io: Io): LoadedJob {
  if (!existsSync(join(directory, jobFileName))) {
    const seed = example.filter(isUrl);
    if (seed.length === 0 || contact === undefined)
      throw new WinnowError(
        'usage',
        `${directory} has no ${jobFileName}: give --contact, and --example with at least one URL to begin at`,
      );
    const file = writeJob(directory, { seed, contact });
    io.err(`${file} is new: by its scope.hosts the crawl stays on the hosts of the examples.\n`);
  }
  const loaded = loadJob(directory);
  const written = (text: string | undefined) => text?.trim().replace(/^mailto:/i, '');
  const stored = written(loaded.settings.identity.contact);
  // Whoever types the same again goes on with the same crawl.
  if (contact !== undefined && written(contact) !== stored)
    throw new WinnowError(
      'usage',
      `${loaded.file} has the contact ${stored ?? 'none'}: leave out --contact, or change it there`,
    );
  return loaded;
}

async function addExamples(loaded: LoadedJob, named: readonly string[], io: Io): Promise<void> {
  if (named.length === 0) return;
  const { name, politeness } = loaded.settings;
  const signal = io.interrupted();
  if (named.some(isUrl))
    io.err(`Reading examples: a host is asked every ${formatDuration(politeness.gapMs)} at most.\n`);
  await withLocal(loaded, {}, async ({ installation }) => {
    const asker = { ...requestHead({ reason }), reason, signal };
    const { added, failed } = await order(
      'examples-add',
      installation.place,
      { job: name, pages: pagesNamed(named) },
      asker,
    );
    if (failed.length === 0 || signal.aborted) return;
    const shown = failed
      .slice(0, mostFaults)
      .map(({ source, problem }) => clip(`${source}: ${problem}`, 500));
    const rest = failed.length > mostFaults ? [`and ${failed.length - mostFaults} more`] : [];
    const says = ['no example could be read of:', ...shown, ...rest].join('\n');
    if (added.length === 0) throw new WinnowError('config', says);
    io.err(`winnow: ${says}\n`);
  });
}
