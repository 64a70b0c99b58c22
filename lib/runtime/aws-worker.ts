import { UndiciFetcher } from '../adapters/web/undici-fetcher.ts';
import { writtenPage } from '../domain/document/written-content.ts';
import type { Ports } from '../ports/ports.ts';
import type { AwsStores } from './aws-ports.ts';

/** The ports of a worker that fetches and parses. One core is all that a Lambda of this size has: it parses in place. */
export function workerPorts(stores: AwsStores): Ports {
  return {
    ...stores,
    fetcher: new UndiciFetcher(),
    reader: { read: async (request) => writtenPage(request) },
  };
}
