import type { Ports } from '../ports/ports.ts';

/** A fetcher and a reader for a person who looks at pages from outside of a stack; loaded when they are needed. */
export async function openWeb(): Promise<Pick<Ports, 'fetcher' | 'reader'> & { close(): Promise<void> }> {
  const { UndiciFetcher } = await import('../adapters/web/undici-fetcher.ts');
  const { inlineReader } = await import('../adapters/web/inline-reader.ts');
  const { resolverFor } = await import('../adapters/web/dns-resolver.ts');
  const { readEnvironment } = await import('../config/environment.ts');
  const fetcher = new UndiciFetcher({ names: { resolve: resolverFor(readEnvironment().dns) } });
  return { fetcher, reader: inlineReader(), close: () => fetcher.close() };
}
