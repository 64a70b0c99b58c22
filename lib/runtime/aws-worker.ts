import { inlineReader } from '../adapters/web/inline-reader.ts';
import { UndiciFetcher } from '../adapters/web/undici-fetcher.ts';
import type { Ports } from '../ports/ports.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { AwsStores } from './aws-ports.ts';

/** The ports of a worker that fetches and parses. One core is all that a Lambda of this size has: it parses in place. */
export function workerPorts(stores: AwsStores, secrets: Secrets): Ports {
  return {
    ...stores,
    fetcher: new UndiciFetcher({ secrets }),
    reader: inlineReader(),
  };
}
