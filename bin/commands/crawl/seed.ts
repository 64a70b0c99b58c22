import { readFileSync } from 'node:fs';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { fileFault } from '../../../lib/config/file/file-fault.ts';
import type { SeedReport } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderSeedAdvice } from '../../render/crawl/seed-advice.ts';
import { renderSeeds } from '../../render/look/reports.ts';
import { addTargetOptions, type CommandTarget, type TargetOptions, withJob } from '../base/context.ts';
import { onlyWith } from '../base/only-with.ts';
import { addReasonOptions, logged, type RequestOptions } from '../base/request-options.ts';
import { appendValue, wholeArgument } from '../base/values.ts';
import type { TopicOptions } from '../topic/topic-in-force.ts';

/** Number of seeds that the command log keeps, from the first on. */
const maxLoggedSeeds = 3;
/** The log keeps 200 characters of each seed, without a user and password. */
const clipSeed = (line: string): string =>
  line
    .trim()
    .replace(/\/\/[^/@\s]*@/, '//…@')
    .slice(0, 200);

interface SeedOptions extends TargetOptions, TopicOptions, Omit<RequestOptions, 'requestId' | 'dryRun'> {
  readonly file?: string;
  readonly fromTopic?: true;
  readonly queries: number;
  readonly search?: string;
  readonly suggest?: true;
  readonly limit: number;
  readonly first: number;
}

export const seed: DefineCommand = (command, io, ended) => {
  addReasonOptions(addTargetOptions(command))
    .argument(
      '[urls...]',
      'URLs to add; without URLs and --file, URLs are read from standard input, one a line',
    )
    .option('--file <path>', 'add the URLs of the text file <path>, one a line; - is standard input')
    .option(
      '--from-topic',
      'make search queries of the best terms of the topic; print them, or with --search add their results',
    )
    .option(
      '--search <file>',
      'with --from-topic: send the queries to the search service that <file> describes, and add its results as seeds',
    )
    .option(
      '--queries <n>',
      'with --from-topic: make at most <n> queries, 1 to 1000',
      wholeArgument(1, 1_000),
      10,
    )
    .option(
      '--topic <file>',
      'with --from-topic: use the topic definition <file> in place of the topic of the job',
    )
    .option('--model <file>', 'with --from-topic: use the model <file> in place of the topic of the job')
    .option('--good <class>', 'count <class> of --model as on topic (may be repeated)', appendValue)
    .option(
      '--suggest',
      'add nothing: print a seed file with the harvest of each seed, and with pages that would be good seeds',
    )
    .option(
      '--limit <n>',
      'with --suggest: propose at most <n> pages, 1 to 10000',
      wholeArgument(1, 10_000),
      20,
    )
    .option(
      '--first <pages>',
      'with --suggest: examine the first <pages> pages of the crawl, 1 to 1000000',
      wholeArgument(1, 1_000_000),
      100_000,
    )
    .action(async (urls: readonly string[], options: SeedOptions) => {
      if (!options.suggest) onlyWith(command, ['limit', 'first'], '--suggest');
      const ofTopic = ['search', 'queries', 'topic', 'model', 'good'];
      if (!options.fromTopic) onlyWith(command, ofTopic, '--from-topic');
      if (options.suggest) return suggestSeeds(urls, options, io);
      if (options.fromTopic) {
        if (urls.length > 0 || options.file !== undefined)
          throw new WinnowError('usage', 'give --from-topic without URLs and --file: it finds the seeds');
        const { seedFromTopic } = await import('../topic/seed-from-topic.ts');
        return seedFromTopic(options, io, ended, (target, lines) => addSeeds(target, options, lines));
      }
      const lines = await readLines(urls, options, io);
      const report = await withJob(options, 'guest', 'ensure', (target) => addSeeds(target, options, lines));
      io.out(options.json === true ? json(report) : renderSeeds(report));
      if (report.refused.some(({ sameAs }) => sameAs === undefined)) ended(1);
    });
};

/** Adds lines as seeds, and enters the request in the command log. */
async function addSeeds(
  { crawl, installation, job }: CommandTarget,
  options: SeedOptions,
  lines: readonly string[],
): Promise<SeedReport> {
  const first = lines.slice(0, maxLoggedSeeds).map(clipSeed);
  const command = {
    entry: { command: 'seed', job, lines: lines.length, first },
    inShort: ({ accepted, refused }: SeedReport) => ({ accepted: accepted.length, refused: refused.length }),
  };
  const seeded = await logged(installation.place, options, command, () => crawl.seed(lines));
  // The request id is drawn at random here, so no earlier request can have the same one.
  if ('done' in seeded) return seeded.done;
  throw new WinnowError('internal', `the request ${seeded.before.requestId} was drawn twice`);
}

async function suggestSeeds(urls: readonly string[], options: SeedOptions, io: Io): Promise<void> {
  if (urls.length > 0 || options.file !== undefined)
    throw new WinnowError('usage', 'give --suggest without URLs and --file: it only proposes seeds');
  const { limit: most, first } = options;
  const { adviseSeeds } = await import('../../../lib/capabilities/replay/seed-advice.ts');
  const advice = await withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
    const { place } = installation;
    const field = await place.field?.(job, await place.settings(job));
    return adviseSeeds(place.ports, await installation.job(job), { most, first, ...defined({ field }) });
  });
  io.out(options.json === true ? json(advice) : renderSeedAdvice(advice));
}

async function readLines(urls: readonly string[], { file }: SeedOptions, io: Io): Promise<readonly string[]> {
  if (urls.length > 0) {
    if (file !== undefined) throw new WinnowError('usage', 'give URLs or --file, not both');
    return urls;
  }
  if (file !== undefined && file !== '-') return splitLines(readFile(file));
  if (io.inputIsTerminal) io.err('Enter URLs, one a line, then press Ctrl-D:\n');
  let text = '';
  for await (const chunk of io.input()) text += chunk;
  return splitLines(text);
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new WinnowError('usage', `${path} cannot be read: ${fileFault(error)}`, { cause: error });
  }
}

function splitLines(text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
