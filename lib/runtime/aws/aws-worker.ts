import { existsSync } from 'node:fs';
import { pluginHost } from '../../adapters/plugins/plugin-host.ts';
import { readerWithPlugins } from '../../adapters/plugins/plugin-reader.ts';
import { type ReaderPool, readerPool } from '../../adapters/reading/reader-pool.ts';
import { UndiciFetcher } from '../../adapters/web/undici-fetcher.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { AwsStores } from './aws-ports.ts';

/** What the stack was deployed with lies beside the bundle (`lib/infra/bundle-plugins.ts`). */
const beside = (name: string): URL => new URL(`./${name}`, import.meta.url);

/** Megabytes of V8 heap for a page, in a function that has 1,024 in all. */
const maxHeapMb = 320;
/** For a page, however short turns are. */
const leastMs = 5_000;

/**
 * Reads the pages of a worker. One core is all that a Lambda of this size has: one thread reads, so that a page can be
 * given up. Waiting for the thread and reading leave a third of the time to commit in.
 * @param bundled reader-worker as it was deployed; where it is not there, the one of these sources is run
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
  const host = pluginHost({
    worker: beside('plugin-worker.mjs'),
    moduleOf: (digest) => {
      const url = beside(`plugins/${digest}.mjs`);
      return existsSync(url) ? url.href : undefined;
    },
    now: () => stores.clock.monotonic(),
  });
  return {
    ...stores,
    fetcher: new UndiciFetcher({ secrets }),
    reader: readerWithPlugins(functionReader(timing), host),
  };
}
