import { WinnowError } from '../domain/error.ts';
import { readFrame } from '../domain/topic/learn/model-frame.ts';
import type { ModelSettings, TopicSettings } from '../domain/topic/topic-filter.ts';
import type { ModelStore } from '../ports/models.ts';

const caches = new WeakMap<ModelStore, Map<string, Promise<Uint8Array>>>();

/**
 * What a request to read a page says of the topic. The model never changes under its digest: it is read, and looked
 * through for damage, once per process.
 * @throws WinnowError `not-found` for a model that the installation does not have; `corrupt` or `newer`
 */
export async function topicToRead(
  models: ModelStore,
  topic: TopicSettings | undefined,
): Promise<{ readonly topic?: TopicSettings; readonly model?: Uint8Array }> {
  if (topic === undefined) return {};
  return topic.model === undefined ? { topic } : { topic, model: await modelOf(models, topic.model) };
}

function modelOf(models: ModelStore, { digest, file }: ModelSettings): Promise<Uint8Array> {
  let cache = caches.get(models);
  if (!cache) {
    cache = new Map();
    caches.set(models, cache);
  }
  let model = cache.get(digest);
  if (!model) {
    model = readModel(models, digest, file);
    model.catch(() => cache.delete(digest));
    cache.set(digest, model);
  }
  return model;
}

async function readModel(models: ModelStore, digest: string, file: string): Promise<Uint8Array> {
  const bytes = await models.read(digest);
  if (bytes === undefined)
    throw new WinnowError(
      'not-found',
      `the model ${file} of the topic (${digest.slice(0, 16)}) is not in the installation: deploy the job again`,
    );
  readFrame(bytes, file);
  return bytes;
}
