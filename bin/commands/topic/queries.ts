import { WinnowError } from '../../../lib/base/error.ts';
import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { readSearchFile } from '../../../lib/config/job/search-file.ts';
import { queriesOf } from '../../../lib/domain/seeds/topic-queries.ts';
import { bestTerms } from '../../../lib/domain/seeds/topic-terms.ts';
import { order } from '../../../lib/operations/order.ts';
import type { SeedReport } from '../../../lib/pipeline/seeds/seed.ts';
import { viewSeeds } from '../../../lib/pipeline/seeds/view-seeds.ts';
import type { SearchAnswer } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { ExitCode, Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderView } from '../../render/base/view.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { addReasonOptions, type RequestOptions, requestHead } from '../base/request-options.ts';
import { appendValue, wholeArgument } from '../base/values.ts';
import { type TopicOptions, withTopic } from './topic-in-force.ts';

interface QueriesOptions extends TargetOptions, TopicOptions, Pick<RequestOptions, 'by' | 'reason'> {
  readonly queries: number;
  readonly search?: string;
}

export const defineQueries: DefineCommand = (command, io, ended) => {
  addReasonOptions(addTargetOptions(command.command('queries')))
    .description(
      'make search queries of the best terms of a topic; print them, or with --search add their results as seeds',
    )
    .option(
      '--search <file>',
      'send the queries to the search service that <file> describes, and add its results as seeds',
    )
    .option('--queries <n>', 'make at most <n> queries, 1 to 1000', wholeArgument(1, 1_000), 10)
    .option('--topic <file>', 'use the topic definition <file> in place of the topic of the job')
    .option('--model <file>', 'use the model <file> in place of the topic of the job')
    .option('--good <class>', 'count <class> of --model as on topic (may be repeated)', appendValue)
    .action((options: QueriesOptions) => makeQueries(options, io, ended));
};

/** Makes search queries of the best terms of a topic. Prints them, or with --search adds the results of the search service as seeds. */
async function makeQueries(options: QueriesOptions, io: Io, ended: (code: ExitCode) => void): Promise<void> {
  const service = options.search === undefined ? undefined : readSearchFile(options.search);
  let queries: readonly string[] = [];
  await withTopic(options, io, async ({ settings, parts }) => {
    queries = queriesOf(bestTerms(settings, parts), options.queries);
  });
  if (queries.length === 0)
    throw new WinnowError('usage', 'give another topic: this topic has no term to search for');
  if (service === undefined)
    return io.out(options.json === true ? json({ queries }) : `${queries.join('\n')}\n`);
  const answers: SearchAnswer[] = [];
  const seeds = await withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
    const asked = { ...service, queries };
    for await (const answer of installation.topics.search(job, asked, io.interrupted())) {
      answers.push(answer);
      if (io.live) io.err(`${formatAnswer(answer)}\n`);
    }
    return (await order(
      'seed',
      installation.place,
      { job, urls: seedLines(answers) },
      requestHead(options),
    )) as SeedReport;
  });
  io.out(
    options.json === true
      ? json({ queries: answers, seeds })
      : `${answers.map((answer) => `${formatAnswer(answer)}\n`).join('')}${renderView(viewSeeds(seeds), String)}`,
  );
  if (seeds.accepted.length === 0) ended(1);
}

/** Returns the lines of a seed file: each query as a comment, and below it the results that no earlier query had. */
function seedLines(answers: readonly SearchAnswer[]): readonly string[] {
  const seen = new Set<string>();
  return answers.flatMap((answer) => {
    const urls = 'urls' in answer ? answer.urls.filter((url) => !seen.has(url)) : [];
    for (const url of urls) seen.add(url);
    return [`# ${answer.query}`, ...urls.map((url) => url.replace(/\s+/g, ' '))];
  });
}

function formatAnswer(answer: SearchAnswer): string {
  return `${answer.query}: ${'urls' in answer ? formatCount(answer.urls.length, 'result') : printable(answer.problem)}`;
}
