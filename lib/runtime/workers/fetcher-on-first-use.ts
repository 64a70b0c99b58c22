import type { Fetcher } from '../../ports/web.ts';

type Closable = Fetcher & { close(): Promise<void> };

/** A fetcher that is opened when something is asked of it: most commands make no request, and start without HTTP. */
export function fetcherOnFirstUse(open: () => Promise<Closable>): Closable {
  let opened: Promise<Closable> | undefined;
  const used = (): Promise<Closable> => {
    opened ??= open();
    return opened;
  };
  return {
    fetch: async (request, signal) => await (await used()).fetch(request, signal),
    ready: async (credentials) => await (await used()).ready(credentials),
    ahead(hosts) {
      // If it cannot be opened, the requests say so.
      void used()
        .then((fetcher) => fetcher.ahead(hosts))
        .catch(() => undefined);
    },
    addressOf: async (host) => await (await used()).addressOf(host),
    close: async () => await (await opened)?.close(),
  };
}
