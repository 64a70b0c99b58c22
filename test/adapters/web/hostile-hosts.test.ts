import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { UndiciFetcher } from '../../../lib/adapters/web/undici-fetcher.ts';
import type { FetchResult } from '../../../lib/ports/web.ts';
import { type HostileWeb, startHostileWeb } from '../../support/hostile/hostile-web.ts';
import { ways } from '../../support/hostile/hosts.ts';
import { testRoot } from '../../support/hostile/tls.ts';

const maxBytes = 1_000_000;
let web: HostileWeb;
let fetcher: UndiciFetcher;
/** By the name of the way. */
let results: ReadonlyMap<string, FetchResult>;

beforeAll(async () => {
  web = await startHostileWeb();
  fetcher = new UndiciFetcher({ keepAliveMs: 500, tls: { ca: testRoot } });
  const found = new Map<string, FetchResult>();
  const waiting = [...ways];
  const worker = async (): Promise<void> => {
    for (let way = waiting.shift(); way !== undefined; way = waiting.shift()) {
      const { name } = way;
      const request = {
        url: web.url(name),
        userAgent: 'test',
        timeoutMs: 5_000,
        maxBytes,
        allow: ['localhost'],
      };
      found.set(name, await fetcher.fetch(request));
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  results = found;
});

afterAll(async () => {
  await fetcher.close();
  await web.close();
});

const failure = (name: string): string => {
  const result = results.get(name);
  return result?.kind === 'error' ? `${result.reason}: ${result.detail}` : `${result?.kind}`;
};

describe('hosts that misbehave, asked side by side', () => {
  test('bring bodies no longer than may be, and little more over the wire', () => {
    for (const [name, result] of results) {
      if (result.kind !== 'response') continue;
      expect(result.body.length, name).toBeLessThanOrEqual(maxBytes);
      expect(result.wireBytes, name).toBeLessThan(maxBytes * 1.1 + 100_000);
    }
  });

  test.each([
    ['expired', 'certificate has expired'],
    ['wrong-name', 'altnames'],
    ['self-signed', 'self-signed'],
    ['early-hints', 'more than 20 answers of 1xx'],
    ['odd-transfer', 'transfer coding chunked, sdch'],
    ['endless-reason', 'bytes for 0 of content'],
    ['chunk-extension', 'bytes for 0 of content'],
    ['twenty-layers', 'too many content codings'],
    ['wide-window', 'too much memory'],
  ])('fail for the right reason: %s for "%s"', (name, detail) => {
    expect(failure(name)).toContain(detail);
  });

  test('leave no connection behind, on neither side', async () => {
    await vi.waitFor(() => expect(fetcher.connections).toBe(0), 20_000);
    await vi.waitFor(async () => expect(await web.connected()).toEqual([]), 20_000);
  });
});
