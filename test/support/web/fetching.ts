import { afterEach } from 'vitest';
import { UndiciFetcher, type UndiciFetcherOptions } from '../../../lib/adapters/web/undici-fetcher.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import {
  type Behaviour,
  type HostileServer,
  type HostileServerOptions,
  hostileServer,
} from './hostile-server.ts';

/** What the tests of one file fetch with and from. */
export interface Fetching {
  newFetcher(options?: UndiciFetcherOptions): UndiciFetcher;
  serve(behaviour: Behaviour, options?: HostileServerOptions): Promise<HostileServer>;
  /** Called after the test, in the reverse order. */
  readonly closing: (() => Promise<unknown>)[];
}

/** To be called once in a file: all that its tests open is closed after each of them, the last first. */
export function fetching(): Fetching {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return {
    closing,
    newFetcher(options) {
      const fetcher = new UndiciFetcher(options);
      closing.push(() => fetcher.close());
      return fetcher;
    },
    async serve(behaviour, options) {
      const server = await hostileServer(behaviour, options);
      closing.push(() => server.close());
      return server;
    },
  };
}

/** A request to a server on loopback. */
export function ask(url: string, options: Partial<FetchRequest> = {}): FetchRequest {
  return {
    url: url as CanonicalUrl,
    userAgent: 'Winnow-test/1 (+mailto:test@example.org)',
    timeoutMs: 5_000,
    maxBytes: 100_000,
    allow: ['127.0.0.1'],
    ports: ['1-65535'],
    ...options,
  };
}
