import { isDeepStrictEqual } from 'node:util';
import { Option } from 'commander';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { replayJob } from '../../../lib/capabilities/replay/replay.ts';
import type { ReplayReport } from '../../../lib/capabilities/replay/replay-report.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import type { FocusSettings } from '../../../lib/domain/focus/focus-settings.ts';
import { onlyThere } from '../../../lib/pipeline/operation/place.ts';
import { builtIn, type TopicSettings } from '../../../lib/topic/settings.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderReplay } from '../../render/look/replay.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { appendValue, fractionArgument, numberArgument, wholeArgument } from '../base/values.ts';
import {
  type LoadedTopic,
  loadNamedTopic,
  type TopicOptions,
  withStemmers,
} from '../topic/topic-in-force.ts';

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
    .option('--policy <dir>', 'use topic and focus of the job in <dir>; the other options override them')
    .addOption(
      new Option('--mode <mode>', 'set focus.mode to <mode>').choices([
        'best-first',
        'hard',
        'soft',
        'unfocused',
      ]),
    )
    .addOption(
      new Option('--order <order>', 'set focus.order to <order>').choices([
        'relevance',
        'breadth-first',
        'arrival',
        'hash',
      ]),
    )
    .addOption(new Option('--parents <how>', 'set focus.parents to <how>').choices(['mean', 'best']))
    .option('--tunnel <pages>', 'set focus.tunnel to <pages>, 0 to 29', wholeArgument(0, 29))
    .option('--link-scores', 'set focus.linkScores to true')
    .option('--no-link-scores', 'set focus.linkScores to false')
    .option('--topic <file>', 'judge pages by the topic definition <file>')
    .option('--model <file>', 'judge pages by the model <file>')
    .option('--good <class>', 'count <class> of --model as on topic (may be repeated)', appendValue)
    .option(
      '--threshold <score>',
      'accept pages from <score> on: minRelevance of a model, minScore of terms',
      numberArgument,
    )
    .option(
      '--explore <part>',
      'spend <part> of the fetches, from 0 to 1, on URLs drawn at random',
      fractionArgument,
      0,
    )
    .addOption(
      new Option(
        '--count <topic>',
        "with another topic: count the pages that the job's own topic or the other topic accepts",
      )
        .choices(['own', 'other'])
        .default('own'),
    )
    .addOption(
      new Option(
        '--unfetched <what>',
        'count URLs that the crawl never fetched as their expected harvest, or pass them over',
      )
        .choices(['expected', 'passed-over'])
        .default('expected'),
    )
    .option(
      '--first <pages>',
      'replay the first <pages> pages of the crawl, 1 to 1000000',
      wholeArgument(1, 1_000_000),
      100_000,
    )
    .action(async (options: ReplayOptions) => {
      const policyJob = options.policy === undefined ? undefined : loadJob(options.policy);
      const report = await withJob(options, 'guest', 'refresh', async ({ installation, job }) => {
        const settings = await installation.settings(job);
        const otherTopic = await otherTopicOf(options, { policyJob, io }, async () => {
          const { topic, models } = await installation.topics.inForce(job);
          return topic && { settings: topic, parts: models === undefined ? {} : { models } };
        });
        const { explore, count, unfetched, first } = options;
        const { place } = installation;
        const focus = focusWithOptions(policyJob?.settings.focus ?? settings.focus, options);
        const field = await place.field?.(job, { ...settings, focus });
        return replayJob({ ...place.ports, reader: onlyThere(place.reader) }, await installation.job(job), {
          ...{ focus, ...defined({ latent: field?.judge }) },
          ...{ explore, counts: count, assumed: unfetched, most: first },
          // For the job's own topic the stored verdicts are used, so it is not passed as another topic.
          ...(otherTopic === undefined || isDeepStrictEqual(otherTopic.settings, settings.topic)
            ? {}
            : { topic: otherTopic }),
        });
      });
      io.out(options.json === true ? json(report) : renderReplay(report));
    });
};

function focusWithOptions(focus: FocusSettings, options: ReplayOptions): FocusSettings {
  const { mode = focus.mode, order = focus.order, parents = focus.parents } = options;
  const { tunnel = focus.tunnel, linkScores = focus.linkScores } = options;
  return { ...focus, mode, order, parents, tunnel, linkScores };
}

/** Returns the topic that the options select; undefined when they select none, so that pages are judged by the job's own topic. */
async function otherTopicOf(
  options: ReplayOptions,
  { policyJob, io }: { readonly policyJob: ReturnType<typeof loadJob> | undefined; readonly io: Io },
  loadOwnTopic: () => Promise<LoadedTopic | undefined>,
): Promise<LoadedTopic | undefined> {
  const { topic, model, threshold } = options;
  let selectedTopic: LoadedTopic | undefined;
  if (topic !== undefined || model !== undefined)
    selectedTopic = await withStemmers(loadNamedTopic(options, io));
  else if (policyJob?.settings.topic !== undefined) {
    const models = new Map(policyJob.models.map(({ digest, read }) => [digest, read()]));
    selectedTopic = await withStemmers({ settings: policyJob.settings.topic, parts: { models } });
  }
  if (threshold === undefined) return selectedTopic;
  const base = selectedTopic ?? (await loadOwnTopic());
  if (base === undefined)
    throw new WinnowError(
      'usage',
      'give --topic, --model or --policy with --threshold: the job has no topic',
    );
  return { ...base, settings: withThreshold(base.settings, threshold) };
}

function withThreshold(topic: TopicSettings, threshold: number): TopicSettings {
  const filters = builtIn(topic);
  if (filters.length !== 1 || topic.filters.length !== 1)
    throw new WinnowError(
      'usage',
      'leave out --threshold, and set the thresholds in the job of --policy DIR: --threshold needs a topic with exactly one filter, of terms or a model',
    );
  const changedFilters = filters.map((one) =>
    one.kind === 'terms'
      ? { ...one, cutOffs: { ...one.cutOffs, total: threshold } }
      : { ...one, minRelevance: threshold },
  );
  return { ...topic, filters: changedFilters };
}
