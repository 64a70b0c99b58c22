import { WinnowError } from '../../../lib/base/error.ts';
import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { readSearchFile } from '../../../lib/config/job/search-file.ts';
import { queriesOf } from '../../../lib/domain/seeds/topic-queries.ts';
import { bestTerms } from '../../../lib/domain/seeds/topic-terms.ts';
import type { SearchAnswer, SeedReport } from '../../../lib/runtime/shared/installation.ts';
import type { ExitCode, Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderSeeds } from '../../render/look/reports.ts';
import { type CommandTarget, type TargetOptions, withJob } from '../base/context.ts';
import { type TopicOptions, withTopic } from './topic-in-force.ts';

export interface FromTopicOptions extends TargetOptions, TopicOptions {
  readonly queries: number;
  readonly search?: string;
}

/**
 * Makes search queries of the best terms of a topic. Prints the queries, or with --search adds the results of the search
 * service as seeds.
 * @param addSeeds adds lines as seeds
 */
export async function seedFromTopic(
  options: FromTopicOptions,
  io: Io,
  ended: (code: ExitCode) => void,
  addSeeds: (target: CommandTarget, lines: readonly string[]) => Promise<SeedReport>,
): Promise<void> {
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
  const seeds = await withJob(options, 'guest', 'ensure', async (target) => {
    const { installation, job } = target;
    const asked = { ...service, queries };
    for await (const answer of installation.topics.search(job, asked, io.interrupted())) {
      answers.push(answer);
      if (io.live) io.err(`${formatAnswer(answer)}\n`);
    }
    return await addSeeds(target, seedLines(answers));
  });
  const none = seeds.accepted.length === 0;
  io.out(
    options.json === true
      ? json({ queries: answers, seeds })
      : `${answers.map((answer) => `${formatAnswer(answer)}\n`).join('')}${renderSeeds(seeds)}`,
  );
  if (none) ended(1);
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
