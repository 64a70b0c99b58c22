import { readText } from '../../../lib/config/combine/read-config.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { modelSettings } from '../../../lib/config/job/topic-model-file.ts';
import type { FilterFile } from '../../../lib/config/schema/filter-schema.ts';
import { loadStemmers } from '../../../lib/domain/analysis/load-stemmers.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { JudgedContent } from '../../../lib/domain/document/judge-content.ts';
import type { PluginsAnswer } from '../../../lib/domain/topic/evidence/explain-topic.ts';
import { outlineOf } from '../../../lib/domain/topic/learn/model-frame.ts';
import { defaultTerms } from '../../../lib/domain/topic/term-filter.ts';
import { readTopicFile } from '../../../lib/domain/topic/topic-file.ts';
import type { TopicParts } from '../../../lib/domain/topic/topic-filter.ts';
import { languagesOf } from '../../../lib/domain/topic/topic-languages.ts';
import { classesOf } from '../../../lib/domain/topic/topic-model.ts';
import type { FilterSettings, TopicSettings } from '../../../lib/domain/topic/topic-settings.ts';
import { type TargetOptions, withJob } from '../base/context.ts';
import { readBytes } from '../base/files.ts';

/** What a page is judged by: the topic of a job, or a definition or a model that is named. */
export interface TopicOptions {
  readonly topic?: string;
  readonly model?: string;
  readonly good?: readonly string[];
}

export interface LoadedTopic {
  readonly settings: TopicSettings;
  readonly parts: TopicParts;
  /** Absent where there are no plug-ins to ask. */
  readonly askPlugins?: (url: string, content: JudgedContent) => Promise<PluginsAnswer | undefined>;
}

/**
 * Hands the topic that is meant to `use`.
 * @throws WinnowError `config` for files that cannot be read, and for a job without a topic
 */
export async function withTopic(
  options: TopicOptions & TargetOptions,
  use: (topic: LoadedTopic) => Promise<void>,
): Promise<void> {
  const { topic, model } = options;
  if (topic !== undefined || model !== undefined) return use(await withStemmers(namedTopic(options)));
  const local = options.stack === undefined ? loadJob(options.job) : undefined;
  // Plug-ins belong to an installation; without any a job's files are all that is needed.
  if (local === undefined || local.plugins.length > 0)
    return withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
      const { topic: settings, ...parts } = await installation.topics.inForce(job);
      const askPlugins: LoadedTopic['askPlugins'] = (url, content) =>
        installation.topics.askPlugins(job, url, content);
      return use({ settings: required(settings, local?.file ?? job), parts, askPlugins });
    });
  const { settings, models, file } = local;
  return use(
    await withStemmers({
      settings: required(settings.topic, file),
      parts: { models: new Map(models.map(({ digest, read }) => [digest, read()])) },
    }),
  );
}

/** The same, ready to judge pages. */
export async function withStemmers(topic: LoadedTopic): Promise<LoadedTopic> {
  await loadStemmers(languagesOf(topic.settings, topic.parts));
  return topic;
}

function required(topic: TopicSettings | undefined, name: string): TopicSettings {
  if (topic !== undefined) return topic;
  throw new WinnowError('config', `${name} has no topic; --topic FILE or --model FILE names one`);
}

/** A definition or a model that is named. @throws WinnowError `config` for files that cannot be read */
export function namedTopic({ topic, model, good }: TopicOptions): LoadedTopic {
  const filters: FilterSettings[] = [];
  const models = new Map<string, Uint8Array>();
  if (topic !== undefined) {
    const definition = readText(topic);
    if (readTopicFile(definition, new Set()).terms.length === 0)
      throw new WinnowError('config', `${topic}: no row of it can be used; 'winnow topic check' names each`);
    filters.push({ ...defaultTerms, definition });
  }
  if (model !== undefined) {
    const bytes = readBytes(model);
    const classes = classesOf(outlineOf(bytes, model).header);
    // Nothing is said to be good: all is, and the best class is what is asked for.
    const marks = good ?? (classes.includes('good') ? ['good'] : classes.includes('/') ? ['/'] : classes);
    const given: FilterFile = { model, good: [...marks] };
    const settings = modelSettings({ place: '--model', given, path: () => model });
    filters.push(settings);
    models.set(settings.digest, bytes);
  }
  return { settings: { filters, match: 'all', sitesOk: [], followOffTopic: false }, parts: { models } };
}
