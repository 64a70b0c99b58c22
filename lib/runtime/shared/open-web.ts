import type { Ports } from '../../ports/ports.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { threadFile } from './thread-file.ts';

/** A fetcher and a reader for people who look at pages from outside a stack; their modules are loaded when needed. */
export async function openWeb(
  secrets: Secrets,
): Promise<Pick<Ports, 'fetcher' | 'reader'> & { close(): Promise<void> }> {
  const { UndiciFetcher } = await import('../../adapters/web/undici-fetcher.ts');
  const { readerPool } = await import('../../adapters/reading/reader-pool.ts');
  const fetcher = new UndiciFetcher({ secrets });
  const reader = readerPool({ threads: 1, worker: threadFile('reader-worker') });
  return {
    fetcher,
    reader,
    async close() {
      await reader.close();
      await fetcher.close();
    },
  };
}
