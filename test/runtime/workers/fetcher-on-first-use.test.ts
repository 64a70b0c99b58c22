import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UndiciFetcher } from '../../../lib/adapters/web/undici-fetcher.ts';
import type { HostName } from '../../../lib/base/url/url.ts';
import { fetcherOnFirstUse } from '../../../lib/runtime/workers/fetcher-on-first-use.ts';
import { ask } from '../../support/web/fetching.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({ pages: { 'a.localhost/': '<title>A</title>' } });
});
afterAll(() => web.close());

function counted() {
  let opened = 0;
  const fetcher = fetcherOnFirstUse(async () => {
    opened += 1;
    return new UndiciFetcher();
  });
  const get = () => fetcher.fetch(ask(web.url('a.localhost'), { allow: ['localhost'] }));
  return { fetcher, get, opened: () => opened };
}

describe('a fetcher that is opened on first use', () => {
  it('is opened once for requests at once, and answers as the fetcher that it opens', async () => {
    const { fetcher, get, opened } = counted();
    expect(opened()).toBe(0);
    const [one, two] = await Promise.all([get(), get()]);
    expect(one).toMatchObject({ kind: 'response', status: 200 });
    expect(two).toMatchObject({ kind: 'response', status: 200 });
    expect(await fetcher.addressOf('127.0.0.1' as HostName)).toBe('127.0.0.1');
    expect(opened()).toBe(1);
    await fetcher.close();
  });

  it('is opened when names are to be looked up ahead', async () => {
    const { fetcher, opened } = counted();
    fetcher.ahead([]);
    expect(opened()).toBe(1);
    await fetcher.close();
  });

  it('is not opened to be closed', async () => {
    const { fetcher, opened } = counted();
    await fetcher.close();
    expect(opened()).toBe(0);
  });

  it('says with each request why it cannot be opened, and with nothing else', async () => {
    const fetcher = fetcherOnFirstUse(() => Promise.reject(new Error('no such file')));
    fetcher.ahead(['a.localhost' as HostName]);
    await expect(fetcher.fetch(ask('http://a.localhost/'))).rejects.toThrow('no such file');
  });
});
