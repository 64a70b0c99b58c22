import { WinnowError } from '../../base/error.ts';
import { loadStemmers } from '../../base/language/load-stemmers.ts';
import type { ModelStore } from '../../ports/models.ts';
import type { ReadRequest } from '../../ports/web.ts';
import { languagesOf } from '../../topic/judge.ts';
import { readFrame } from '../../topic/models.ts';
import { type ModelSettings, modelsOf, type TopicSettings } from '../../topic/settings.ts';

const caches = new WeakMap<ModelStore, Map<string, Promise<Uint8Array>>>();

/** The models of a topic by their digests. The same object for the same topic: a thread is sent the models only once. */
const handedOn = new WeakMap<TopicSettings, ReadonlyMap<string, Uint8Array>>();

/**
 * The parts of a read request that are about the topic; loads the stemmers of its languages. Models never change under
 * their digests: a process reads each one, and checks it for damage, once.
 * @throws WinnowError `not-found` for a model that the installation does not have; `corrupt` or `newer`
 */
export async function topicToRead(
  models: ModelStore,
  topic: TopicSettings | undefined,
): Promise<Pick<ReadRequest, 'topic' | 'models'>> {
  if (topic === undefined) return {};
  let bytes = handedOn.get(topic);
  if (!bytes) {
    const entries = modelsOf(topic).map(async (one) => [one.digest, await modelOf(models, one)] as const);
    bytes = new Map(await Promise.all(entries));
    await loadStemmers(languagesOf(topic, { models: bytes }));
    handedOn.set(topic, bytes);
  }
  return bytes.size === 0 ? { topic } : { topic, models: bytes };
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
      `the model ${file} of the topic (${digest.slice(0, 16)}) is not in the installation: deploy the job again, or learn it anew with \`winnow examples round\` where examples gave it`,
    );
  readFrame(bytes, file);
  return bytes;
}
