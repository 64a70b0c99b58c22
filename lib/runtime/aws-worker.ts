import { existsSync } from 'node:fs';
import { pluginHost } from '../adapters/plugins/plugin-host.ts';
import { readerWithPlugins } from '../adapters/plugins/plugin-reader.ts';
import { inlineReader } from '../adapters/web/inline-reader.ts';
import { UndiciFetcher } from '../adapters/web/undici-fetcher.ts';
import type { Ports } from '../ports/ports.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { AwsStores } from './aws-ports.ts';

/** What the stack was deployed with lies beside the bundle (`lib/infra/bundle-plugins.ts`). */
const beside = (name: string): URL => new URL(`./${name}`, import.meta.url);

/** The ports of a worker that fetches and parses. One core is all that a Lambda of this size has: it parses in place. */
export function workerPorts(stores: AwsStores, secrets: Secrets): Ports {
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
    reader: readerWithPlugins(inlineReader(), host),
  };
}
