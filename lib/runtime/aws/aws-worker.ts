import { existsSync } from 'node:fs';
import { DynamoNearDuplicates } from '../../adapters/aws/tables/dynamo-near-duplicates.ts';
import { type PluginHostOptions, pluginHost } from '../../adapters/plugins/plugin-host.ts';
import { readerWithPlugins } from '../../adapters/plugins/plugin-reader.ts';
import { type ReaderPool, readerPool } from '../../adapters/reading/reader-pool.ts';
import { compress } from '../../adapters/system/gzip.ts';
import { UndiciFetcher } from '../../adapters/web/undici-fetcher.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { AwsStores, TurnAdapters } from './aws-ports.ts';

export const turnAdapters: TurnAdapters = {
  nearDuplicates: (records) => new DynamoNearDuplicates(records),
  compress,
};

/** The URL of a file beside the bundle: the stack was deployed with it (`lib/infra/bundle/bundle-plugins.ts`). */
const beside = (name: string): URL => new URL(`./${name}`, import.meta.url);

/** Megabytes of V8 heap for a page, of a function's 1,024 in all. */
const maxHeapMb = 320;
/** The least time for a page, however short turns are. */
const leastMs = 5_000;

/**
 * Reads the pages of a worker on one thread, so that reading a page can be given up; a Lambda of this size has one core.
 * The wait for the thread and the reading leave a third of the time for the commit.
 * @param bundled the deployed reader-worker; where the file is missing, the source file runs
 */
export function functionReader(
  { commitMs }: Pick<Timing, 'commitMs'>,
  bundled: URL = beside('reader-worker.mjs'),
): ReaderPool {
  return readerPool({
    threads: 1,
    maxHeapMb,
    deadlineMs: Math.min(20_000, Math.max(leastMs, commitMs / 3)),
    waitMs: Math.max(leastMs, commitMs / 3),
    ...(existsSync(bundled) ? { worker: bundled } : {}),
  });
}

/** The ports of a worker that fetches and reads. */
export function workerPorts(stores: AwsStores, secrets: Secrets, timing: Pick<Timing, 'commitMs'>): Ports {
  // The steady clock stands still between two invocations.
  const now = (): number => stores.clock.now();
  const options: PluginHostOptions = {
    worker: beside('plugin-worker.mjs'),
    moduleOf: (digest) => {
      const url = beside(`plugins/${digest}.mjs`);
      return existsSync(url) ? url.href : undefined;
    },
    now,
  };
  return {
    ...stores,
    fetcher: new UndiciFetcher({ secrets, now }),
    reader: readerWithPlugins(functionReader(timing), pluginHost(options), pluginHost(options)),
  };
}
