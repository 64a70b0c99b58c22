import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WinnowError } from '../../../lib/base/error.ts';
import { loadStemmers } from '../../../lib/base/language/load-stemmers.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { namedModel } from '../../../lib/config/job/named-model.ts';
import type { JudgedContent } from '../../../lib/domain/reading/judge-content.ts';
import type { PluginsAnswer } from '../../../lib/topic/explain.ts';
import { languagesOf, type TopicParts } from '../../../lib/topic/judge.ts';
import { defaultTerms, type FilterSettings, type TopicSettings } from '../../../lib/topic/settings.ts';
import type { Io } from '../../io.ts';
import { type TargetOptions, withInstallation, withJob } from '../base/context.ts';
import { readDefinition } from './read-definition.ts';

/** Options that select a topic: a definition, a model or both; without these the topic of the job. */
export interface TopicOptions {
  readonly topic?: string;
  readonly model?: string;
  readonly good?: readonly string[];
}

export interface LoadedTopic {
  readonly settings: TopicSettings;
  readonly parts: TopicParts;
  /** Asks the plug-ins of the topic; absent when no plug-in can be asked. */
  readonly askPlugins?: (url: string, content: JudgedContent) => Promise<PluginsAnswer | undefined>;
}

/**
 * Runs `use` with the topic that the options select.
 * @throws WinnowError `config` for files that cannot be read, and for a job without a topic
 */
export async function withTopic(
  options: TopicOptions & TargetOptions,
  io: Pick<Io, 'err'>,
  use: (topic: LoadedTopic) => Promise<void>,
): Promise<void> {
  const { topic, model } = options;
  if (topic !== undefined || model !== undefined) return use(await withStemmers(loadNamedTopic(options, io)));
  const local = options.stack === undefined ? loadJob(options.job) : undefined;
  const isKnown = local !== undefined && (await isStored(local, options));
  // Plug-ins need an installation, and a stored job may have another topic than its files; else these suffice.
  if (local === undefined || local.plugins.length > 0 || isKnown)
    return withJob(options, 'guest', isKnown ? 'refresh' : 'ensure', async ({ installation, job }) => {
      const { topic: settings, ...parts } = await installation.topics.inForce(job);
      const askPlugins: LoadedTopic['askPlugins'] = (url, content) =>
        installation.topics.askPlugins(job, url, content);
      return use({ settings: requireTopic(settings, local?.file ?? job), parts, askPlugins });
    });
  const { settings, models, file } = local;
  return use(
    await withStemmers({
      settings: requireTopic(settings.topic, file),
      parts: { models: new Map(models.map(({ digest, read }) => [digest, read()])) },
    }),
  );
}

async function isStored({ dataDir, settings }: LoadedJob, options: TargetOptions): Promise<boolean> {
  if (!existsSync(join(dataDir, 'winnow.db'))) return false;
  const { job } = options;
  return await withInstallation({ job }, 'guest', 'none', async (installation) =>
    (await installation.jobs()).some(({ name }) => name === settings.name),
  );
}

/** Loads the stemmers that the topic needs to judge pages. @returns the topic */
async function withStemmers(topic: LoadedTopic): Promise<LoadedTopic> {
  await loadStemmers(languagesOf(topic.settings, topic.parts));
  return topic;
}

function requireTopic(topic: TopicSettings | undefined, name: string): TopicSettings {
  if (topic !== undefined) return topic;
  throw new WinnowError('config', `give a topic with --topic FILE or --model FILE: ${name} has no topic`);
}

/** Returns the topic of --topic and --model. @throws WinnowError `config` for files that cannot be read */
function loadNamedTopic({ topic, model, good }: TopicOptions, io: Pick<Io, 'err'>): LoadedTopic {
  const filters: FilterSettings[] = [];
  const models = new Map<string, Uint8Array>();
  if (topic !== undefined) {
    filters.push({ ...defaultTerms, definition: readDefinition(topic, [], io) });
  }
  if (model !== undefined) {
    const { settings, bytes } = namedModel(model, good);
    filters.push(settings);
    models.set(settings.digest, bytes);
  }
  return { settings: { filters, match: 'all', sitesOk: [], followOffTopic: false }, parts: { models } };
}
