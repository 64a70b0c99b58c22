import { gunzipSync } from 'node:zlib';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { taxonomyWorkKey, trainingTextsKey } from '../../topic/models.ts';
import type { DumpPorts } from './walk-host.ts';

const digests = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;
const notesAtOnce = 500;
/** More than any set of examples, and any list of texts, that is kept beside models. */
const maxText = 512 * 1024 * 1024;

/**
 * The models that jobs name, in the order of their digests: by their settings, by their notes, and by texts that these name (a set of
 * examples has digests of texts and of what its rounds learnt). Whatever looks like a digest and is one of a model counts.
 */
export async function namedModels(ports: DumpPorts, jobs: readonly string[]): Promise<readonly string[]> {
  const left = new Set(await ports.backup.models());
  const named: string[] = [];
  const add = async (text: string): Promise<void> => {
    for (const [digest] of text.matchAll(digests)) {
      if (!left.delete(digest)) continue;
      named.push(digest);
      for (const beside of [trainingTextsKey(digest), taxonomyWorkKey(digest)])
        if (left.delete(beside)) named.push(beside);
      await add(keptText(await ports.models.read(digest)));
    }
  };
  for (const name of jobs) {
    const job = await ports.jobs.job(name);
    if (job === undefined) continue;
    await add(JSON.stringify(await settingsOf(ports.jobs, name, job.config)));
    for (let cursor: string | undefined; ; ) {
      const page = await ports.backup.rows(name, 'notes', notesAtOnce, cursor);
      for (const { text } of page.rows) await add(text);
      cursor = page.cursor;
      if (cursor === undefined) break;
    }
  }
  return named.sort();
}

/** What is kept as a text names others; a trained model names none. */
function keptText(bytes: Uint8Array = new Uint8Array()): string {
  const [first, second] = bytes;
  const isGzip = first === 0x1f && second === 0x8b;
  return isGzip ? gunzipSync(bytes, { maxOutputLength: maxText }).toString() : '';
}
