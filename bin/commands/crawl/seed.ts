import { readFileSync } from 'node:fs';
import { fileFault } from '../../../lib/config/file/file-fault.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { SeedReport } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderSeedAdvice } from '../../render/crawl/seed-advice.ts';
import { renderSeeds } from '../../render/look/reports.ts';
import { addTargetOptions, type CommandTarget, type TargetOptions, withJob } from '../base/context.ts';
import { appendValue, wholeArgument } from '../base/values.ts';
import { addReasonOptions, type RequestOptions, requestHead } from '../operate/request-options.ts';
import type { TopicOptions } from '../topic/topic-in-force.ts';

/** What the log keeps of seeds: the first ones, and so much of each. */
const shown = 3;
const clipped = (line: string): string => line.trim().slice(0, 200);

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
      'URLs; without any, and without --file, they are read from standard input, one a line',
    )
    .option('--file <path>', 'a text file with one URL a line; - is standard input')
    .option(
      '--from-topic',
      'search queries of the best terms of the topic: printed, or sent where --search says',
    )
    .option('--search <file>', 'with --from-topic: a search service; what it finds is taken in')
    .option('--queries <n>', 'with --from-topic: queries, at most', wholeArgument(1, 1_000), 10)
    .option('--topic <file>', 'with --from-topic: this topic definition in place of the topic of the job')
    .option('--model <file>', 'with --from-topic: this model')
    .option('--good <class>', 'a class of --model that is on topic; may be repeated', appendValue)
    .option(
      '--suggest',
      'take nothing in: print which seeds paid, and pages that would be good ones, as a seed file',
    )
    .option('--limit <n>', 'with --suggest: pages that are proposed', wholeArgument(1, 10_000), 20)
    .option(
      '--first <pages>',
      'with --suggest: so many pages of the crawl are looked at',
      wholeArgument(1, 1_000_000),
      100_000,
    )
    .action(async (urls: readonly string[], options: SeedOptions) => {
      if (options.suggest) return suggest(urls, options, io);
      if (options.fromTopic) {
        if (urls.length > 0 || options.file !== undefined)
          throw new WinnowError('usage', '--from-topic finds seeds; it takes none');
        const { seedFromTopic } = await import('../topic/seed-from-topic.ts');
        return seedFromTopic(options, io, ended, (target, lines) => takeIn(target, options, lines));
      }
      const lines = await readLines(urls, options, io);
      const report = await withJob(options, 'guest', 'ensure', (target) => takeIn(target, options, lines));
      io.out(options.json === true ? json(report) : renderSeeds(report));
      if (report.accepted.length === 0 && report.refused.length > 0) ended(1);
    });
};

/** Takes lines in as seeds, and notes it in the log of commands. */
async function takeIn(
  { installation, job }: CommandTarget,
  options: SeedOptions,
  lines: readonly string[],
): Promise<SeedReport> {
  const logged = await installation.desk.logged(
    requestHead(options),
    { command: 'seed', job, lines: lines.length, first: lines.slice(0, shown).map(clipped) },
    () => installation.seed(job, lines),
    ({ accepted, refused }) => ({ accepted: accepted.length, refused: refused.length }),
  );
  // Its request is named by us, so nobody asks twice.
  if ('done' in logged) return logged.done;
  throw new WinnowError('internal', `the request ${logged.before.requestId} was drawn twice`);
}

async function suggest(urls: readonly string[], options: SeedOptions, io: Io): Promise<void> {
  if (urls.length > 0 || options.file !== undefined)
    throw new WinnowError('usage', '--suggest proposes seeds; it takes none');
  const { limit: most, first } = options;
  const advice = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
    installation.graph.adviseSeeds(job, { most, first }),
  );
  io.out(options.json === true ? json(advice) : renderSeedAdvice(advice));
}

async function readLines(urls: readonly string[], { file }: SeedOptions, io: Io): Promise<readonly string[]> {
  if (urls.length > 0) {
    if (file !== undefined) throw new WinnowError('usage', 'give URLs or --file, not both');
    return urls;
  }
  if (file !== undefined && file !== '-') return split(readFile(file));
  if (io.inputIsTerminal) io.err('URLs, one a line, then Ctrl-D:\n');
  let text = '';
  for await (const chunk of io.input()) text += chunk;
  return split(text);
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new WinnowError('usage', `${path} cannot be read: ${fileFault(error)}`, { cause: error });
  }
}

function split(text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
