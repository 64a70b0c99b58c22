import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import type { Sink } from '../../../lib/pipeline/sinks/sink.ts';
import { badEndpoints } from '../../support/web/bad-endpoints.ts';
import { fetching } from '../../support/web/fetching.ts';
import { answer } from '../../support/web/hostile-server.ts';
import { aKey, gone, loopbackWeb, never, openHook, put, startReceiver } from '../../support/webhooks/hook.ts';

const { closing, serve } = fetching();

async function receiver(...[answering]: Parameters<typeof startReceiver>) {
  const started = await startReceiver(answering);
  closing.push(started.close);
  return started;
}

async function hook(...[url, options]: Parameters<typeof openHook>): Promise<Sink> {
  const sink = await openHook(url, options);
  closing.push(() => sink.close());
  return sink;
}

describe('changes', () => {
  it('come one message each, as JSON that the library of others accepts', async () => {
    const { url, heard } = await receiver();
    const sink = await hook(url, { settings: { atOnce: 1 } });
    const changes = [put('one'), put('two'), put('one', { change: 'updated', revision: 2 }), gone('two')];
    expect(await sink.push(changes, never)).toEqual([]);
    expect(heard.map(({ message: { type, data } }) => [type, data.md5])).toEqual([
      ['record.created', 'one'],
      ['record.created', 'two'],
      ['record.updated', 'one'],
      ['record.deleted', 'two'],
    ]);
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
    for (const { body, headers, message } of heard) {
      expect(headers['content-type']).toBe('application/json');
      const given = headers as Record<string, string>;
      expect(new Webhook(aKey).verify(body, given)).toEqual(message);
      expect(() => new Webhook(aKey).verify(body.replace('birds', 'words'), given)).toThrow();
    }
  });

  it('say what they replace, if the settings have it: that of created records only', async () => {
    const { url, heard } = await receiver();
    const replaced = async () => ({ md5: 'old', text: 'Text of old' });
    for (const difference of [true, false]) {
      const sink = await hook(url, { settings: { difference }, replaced });
      await sink.push([put('one'), put('two', { change: 'updated' }), gone('three')], never);
    }
    expect(heard.map(({ message }) => 'replaces' in message.data)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are signed by the old key, too, while there is one, and by each key as it is at that time', async () => {
    const { url, heard } = await receiver();
    const [old, other] = ['b', 'c'].map(
      (letter) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`,
    ) as [string, string];
    const secrets: Record<string, string> = { key: aKey, old };
    const sink = await hook(url, { settings: { oldSecret: 'old' }, secrets });
    await sink.push([put('one')], never);
    secrets.key = other;
    await sink.push([put('two')], never);
    const accepted = heard.map(({ body, headers }) =>
      [aKey, old, other].filter((key) => {
        try {
          return new Webhook(key).verify(body, headers as Record<string, string>) !== undefined;
        } catch {
          return false;
        }
      }),
    );
    expect(accepted).toEqual([
      [aKey, old],
      [old, other],
    ]);
  });

  it('come again with the same ids and another time when the answer was lost, and not when they were taken', async () => {
    const { url, heard } = await receiver((_, nth) => ({ status: nth === 2 ? 503 : 204 }));
    let now = Date.now();
    const changes = [put('one'), put('two'), put('three')];
    const sink = await hook(url, { now: () => now, settings: { atOnce: 1 } });
    await expect(sink.push(changes, never)).rejects.toMatchObject({ code: 'unavailable' });
    now += 5_000;
    await sink.push(changes, never);
    expect(heard.map(({ message }) => message.data.md5)).toEqual(['one', 'two', 'two', 'three']);
    const [, first, again] = heard;
    expect(first?.headers['webhook-id']).toBe(again?.headers['webhook-id']);
    expect(Number(again?.headers['webhook-timestamp'])).toBe(Number(first?.headers['webhook-timestamp']) + 5);
    expect(first?.headers['webhook-signature']).not.toBe(again?.headers['webhook-signature']);
    // Whoever opens it anew knows nothing of that: all come again.
    const other = await hook(url, { settings: { atOnce: 1 } });
    await other.push(changes, never);
    const ids = heard.map(({ headers }) => headers['webhook-id']);
    expect(ids.slice(-3)).toEqual([ids[0], ids[1], ids[3]]);
  });

  it('get through to a receiver that takes only a few at once, push after push', async () => {
    let allowed = 3;
    const { url, heard } = await receiver(() =>
      allowed-- > 0 ? { status: 200 } : { status: 429, headers: { 'retry-after': '7' } },
    );
    const sink = await hook(url);
    const changes = Array.from({ length: 10 }, (_, at) => put(`page-${at}`));
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(sink.push(changes, never)).rejects.toMatchObject({
        code: 'unavailable',
        retryAfterMs: 7_000,
      });
      allowed = 3;
    }
    expect(await sink.push(changes, never)).toEqual([]);
    expect(new Set(heard.map(({ message }) => message.data.md5)).size).toBe(10);
  });
});

describe('messages at once', () => {
  /** A receiver that is at work on a message for a while, and counts those at once. */
  async function busy() {
    let [now, most] = [0, 0];
    const { url, heard } = await receiver(async () => {
      now += 1;
      most = Math.max(most, now);
      await setTimeout(30);
      now -= 1;
      return { status: 200 };
    });
    const said = () => heard.map(({ message: { type, data } }) => `${type} ${data.md5}`);
    return { url, said, most: () => most };
  }
  const pages = Array.from({ length: 13 }, (_, at) => put(`page-${at}`));

  it('are those of several pages, once the receiver has taken one', async () => {
    const { url, most, said } = await busy();
    const sink = await hook(url, { settings: { atOnce: 4 } });
    await sink.push(pages, never);
    expect([most(), said().length, said()[0]]).toEqual([4, 13, 'record.created page-0']);
  });

  it('are one where the settings say so', async () => {
    const { url, most } = await busy();
    await (await hook(url, { settings: { atOnce: 1 } })).push(pages.slice(0, 4), never);
    expect(most()).toBe(1);
  });

  it('are never two of one page, or of records that one page led to: these keep their order', async () => {
    const { url, said } = await busy();
    const page = 'https://a.example/page';
    const changes = [
      put('first'),
      put('old', { url: page }),
      put('other'),
      put('new', { url: page }),
      put('new', { url: 'https://a.example/copy', change: 'updated', revision: 2 }),
      gone('old'),
      gone('other'),
    ];
    await (await hook(url)).push(changes, never);
    const at = (one: string): number => said().indexOf(one);
    expect(said()).toHaveLength(7);
    expect(at('record.created old')).toBeLessThan(at('record.created new'));
    expect(at('record.created new')).toBeLessThan(at('record.updated new'));
    expect(at('record.created old')).toBeLessThan(at('record.deleted old'));
    expect(at('record.created other')).toBeLessThan(at('record.deleted other'));
  });

  it('end with the first that is not taken, and what others took does not come again', async () => {
    let isDown = true;
    const { url, heard } = await receiver(({ message }) => ({
      status: isDown && message.data.md5 === 'page-3' ? 503 : 204,
    }));
    const sink = await hook(url, { settings: { atOnce: 2 } });
    await expect(sink.push(pages, never)).rejects.toMatchObject({ code: 'unavailable' });
    expect(heard.length).toBeLessThan(13);
    isDown = false;
    await sink.push(pages, never);
    const times = heard
      .filter(({ message }) => message.data.md5 !== 'page-3')
      .map(({ headers }) => headers['webhook-id']);
    expect(new Set(times).size).toBe(12);
    expect(times).toHaveLength(12);
  });
});

describe('an answer', () => {
  it.each([200, 201, 204, 299])('of %i takes the message', async (status) => {
    const { url } = await receiver(() => ({ status }));
    expect(await (await hook(url)).push([put('one')], never)).toEqual([]);
  });

  it.each([
    [400, 'no such field\n<b>', '400: no such field <b>'],
    [413, '', '413'],
    [422, 'a'.repeat(5_000), `422: ${'a'.repeat(149)}…`],
  ])('of %i refuses one message, in its words, and the others go on', async (status, body, why) => {
    const { url, heard } = await receiver((_, nth) => (nth === 2 ? { status, body } : { status: 204 }));
    const refused = await (await hook(url)).push([put('one'), put('two'), put('three')], never);
    expect(refused).toEqual([{ md5: 'two', why }]);
    expect(heard).toHaveLength(3);
  });

  it.each([
    [410, /answers 410: it wants no more messages: take the sink out of the job/],
    [401, /answers 401: it does not accept the signature/],
    [404, /answers 404: there is no receiver at the address/],
    [301, /answers 301: redirects are not followed/],
    [308, /answers 308: redirects are not followed/],
  ])('of %i is told to whoever can mend it, and nothing else is sent', async (status, words) => {
    const elsewhere = await receiver();
    const { url, heard } = await receiver(() => ({ status, headers: { location: elsewhere.url } }));
    const pushed = (await hook(url)).push([put('one'), put('two')], never);
    await expect(pushed).rejects.toMatchObject({ code: 'config', message: expect.stringMatching(words) });
    expect([heard.length, elsewhere.heard.length]).toEqual([1, 0]);
  });

  it.each([
    [429, '120', 120_000],
    [503, '86400', 3_600_000],
    [500, undefined, undefined],
    [502, 'soon', undefined],
    [408, undefined, undefined],
    [599, undefined, undefined],
  ])('of %i with Retry-After %s is tried again', async (status, retryAfter, ms) => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    const { url } = await receiver(() => ({ status, headers }));
    const failure = await (await hook(url)).push([put('one')], never).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`answers ${status}`),
    });
    expect((failure as { readonly retryAfterMs?: number }).retryAfterMs).toBe(ms);
  });
});

describe('a receiver that', () => {
  it.each(Object.entries(badEndpoints))('%s has the change come again', async (_, behaviour) => {
    const server = await serve(behaviour);
    const sink = await hook(server.url(), { web: loopbackWeb(500) });
    await expect(sink.push([put('one')], never)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('redirects to itself is asked once', async () => {
    const server = await serve((socket) => socket.write(answer('', ['Location: /'], 302)));
    await expect((await hook(server.url())).push([put('one')], never)).rejects.toMatchObject({
      code: 'config',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('lies in a private network is asked only where an operator lists that', async () => {
    const { url, heard } = await receiver();
    const sink = await hook(url, { web: new UndiciTargetWeb() });
    await expect(sink.push([put('one')], never)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('not on the public internet'),
    });
    expect(heard).toEqual([]);
  });
});

describe('settings', () => {
  it.each([
    ['no url', { url: undefined }, "the webhook 'hook' has no url"],
    ['a url that is none', { url: 'https://[a]/' }, "the webhook 'hook': its url is no URL"],
    ['no secret', { secret: undefined }, "the webhook 'hook' has no secret"],
    ['a secret that is not there', { secret: 'other' }, "there is no secret 'other'"],
    ['an old secret that is not there', { oldSecret: 'other' }, "there is no secret 'other'"],
    ['a secret that is no key', { secret: 'word' }, "the secret 'word' holds no key for webhooks"],
  ])('with %s are refused before anything is sent', async (_, settings, words) => {
    const opened = openHook('http://127.0.0.1:1/', {
      settings: settings as object,
      secrets: { key: aKey, word: 'password' },
    });
    await expect(opened).rejects.toMatchObject({ code: 'config', message: expect.stringContaining(words) });
  });
});
