import { isDeepStrictEqual } from 'node:util';
import { Option } from 'commander';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { FocusSettings } from '../../../lib/domain/focus/focus-settings.ts';
import type { ReplayReport } from '../../../lib/domain/replay/replay-report.ts';
import { builtIn, type TopicSettings } from '../../../lib/domain/topic/topic-settings.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderReplay } from '../../render/look/replay.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { appendValue, fractionArgument, numberArgument, wholeArgument } from '../base/values.ts';
import { namedTopic, type TopicInForce, type TopicOptions, withStemmers } from '../topic/topic-in-force.ts';

interface ReplayOptions extends TargetOptions, TopicOptions, Partial<FocusSettings> {
  readonly policy?: string;
  readonly threshold?: number;
  readonly explore: number;
  readonly count: 'own' | 'other';
  readonly unfetched: ReplayReport['assumed'];
  readonly first: number;
}

export const replay: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--policy <dir>', 'the topic and focus of this job; other options come over them')
    .addOption(new Option('--mode <mode>', 'focus.mode').choices(['unfocused', 'hard', 'soft']))
    .addOption(
      new Option('--order <order>', 'focus.order').choices(['relevance', 'breadth-first', 'arrival', 'hash']),
    )
    .addOption(new Option('--parents <how>', 'focus.parents').choices(['mean', 'best']))
    .option('--tunnel <pages>', 'focus.tunnel', wholeArgument(0, 29))
    .option('--link-scores', 'focus.linkScores: true')
    .option('--no-link-scores', 'focus.linkScores: false')
    .option('--topic <file>', 'pages are judged by this topic definition')
    .option('--model <file>', 'pages are judged by this model')
    .option('--good <class>', 'a class of --model that is on topic; may be repeated', appendValue)
    .option(
      '--threshold <score>',
      'what a page must score: minRelevance of models, minScore of terms',
      numberArgument,
    )
    .option(
      '--explore <part>',
      'the part of the fetches that go to URLs by chance, from 0 to 1',
      fractionArgument,
      0,
    )
    .addOption(
      new Option('--count <topic>', 'by which topic pages count as found, when there is another')
        .choices(['own', 'other'])
        .default('own'),
    )
    .addOption(
      new Option('--unfetched <what>', 'what is done about URLs that the crawl never fetched')
        .choices(['expected', 'passed-over'])
        .default('expected'),
    )
    .option('--first <pages>', 'so many pages of the crawl take part', wholeArgument(1, 1_000_000), 100_000)
    .action(async (options: ReplayOptions) => {
      const other = options.policy === undefined ? undefined : loadJob(options.policy);
      const report = await withJob(options, 'guest', 'refresh', async ({ installation, job }) => {
        const settings = await installation.settings(job);
        const named = await topicAsked(options, other, async () => {
          const { topic, models } = await installation.topics.inForce(job);
          return topic && { settings: topic, parts: models === undefined ? {} : { models } };
        });
        const { explore, count, unfetched, first } = options;
        return installation.graph.replay(job, {
          focus: focusAsked(other?.settings.focus ?? settings.focus, options),
          ...{ explore, counts: count, assumed: unfetched, most: first },
          // One that is the job's own is no other: what is known of its pages holds.
          ...(named === undefined || isDeepStrictEqual(named.settings, settings.topic)
            ? {}
            : { topic: named }),
        });
      });
      io.out(options.json === true ? json(report) : renderReplay(report));
    });
};

function focusAsked(focus: FocusSettings, options: ReplayOptions): FocusSettings {
  const { mode = focus.mode, order = focus.order, parents = focus.parents } = options;
  const { tunnel = focus.tunnel, linkScores = focus.linkScores } = options;
  return { ...focus, mode, order, parents, tunnel, linkScores };
}

/** The other topic; undefined: pages are judged by the job's own. */
async function topicAsked(
  options: ReplayOptions,
  other: ReturnType<typeof loadJob> | undefined,
  own: () => Promise<TopicInForce | undefined>,
): Promise<TopicInForce | undefined> {
  const { topic, model, threshold } = options;
  let asked: TopicInForce | undefined;
  if (topic !== undefined || model !== undefined) asked = await withStemmers(namedTopic(options));
  else if (other?.settings.topic !== undefined) {
    const models = new Map(other.models.map(({ digest, read }) => [digest, read()]));
    asked = await withStemmers({ settings: other.settings.topic, parts: { models } });
  }
  if (threshold === undefined) return asked;
  const base = asked ?? (await own());
  if (base === undefined) throw new WinnowError('usage', '--threshold: the job has no topic');
  return { ...base, settings: withThreshold(base.settings, threshold) };
}

function withThreshold(topic: TopicSettings, threshold: number): TopicSettings {
  const filters = builtIn(topic);
  if (filters.length !== 1 || topic.filters.length !== 1)
    throw new WinnowError(
      'usage',
      '--threshold: the topic has several filters; --policy DIR says what each must score',
    );
  const set = filters.map((one) =>
    one.kind === 'terms'
      ? { ...one, cutOffs: { ...one.cutOffs, total: threshold } }
      : { ...one, minRelevance: threshold },
  );
  return { ...topic, filters: set };
}
