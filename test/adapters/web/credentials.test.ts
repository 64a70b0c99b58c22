import { describe, expect, test } from 'vitest';
import { credentials } from '../../../lib/adapters/web/credentials.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { parseCredentials } from '../../../lib/config/job/credentials-json.ts';

const secret = {
  sites: [
    { url: 'https://www.example.org/private/', user: 'me', password: 'pass:word' },
    { url: 'https://www.example.org/private/deeper', headers: { 'X-Api-Key': 'k1' } },
    { url: 'https://api.example.org:8443/', user: 'ü', password: '', headers: { Cookie: 'a=b' } },
    { url: 'http://proxy.example.org:3128', user: 'proxy', password: 'p' },
    { url: 'socks5://proxy.example.org', user: 'socks', password: 's' },
  ],
};

function open(value: unknown = secret) {
  const asked: string[] = [];
  let now = 0;
  const opened = credentials(
    {
      async secret(name) {
        asked.push(name);
        return typeof value === 'string' ? value : JSON.stringify(value);
      },
    },
    () => now,
  );
  const pass = (ms: number): void => {
    now += ms;
  };
  return { ...opened, asked, pass };
}

const basic = (login: string): string => `Basic ${Buffer.from(login).toString('base64')}`;

describe('credentials', () => {
  test.each([
    ['https://www.example.org/private/', { authorization: basic('me:pass:word') }],
    ['https://www.example.org/private/a?b=/c', { authorization: basic('me:pass:word') }],
    ['https://www.example.org/private/deeper', { 'x-api-key': 'k1' }],
    ['https://www.example.org/private/deeper/still', { 'x-api-key': 'k1' }],
    ['https://www.example.org/private/deeper-not', { authorization: basic('me:pass:word') }],
    ['https://api.example.org:8443/', { authorization: basic('ü:'), cookie: 'a=b' }],
    ['https://www.example.org/private', {}],
    ['https://www.example.org/', {}],
    ['https://www.example.org/public/?u=/private/', {}],
    ['http://www.example.org/private/', {}],
    ['https://www.example.org:8443/private/', {}],
    ['https://example.org/private/', {}],
    ['https://www.example.org.evil.example/private/', {}],
    ['https://api.example.org/', {}],
  ])('for %s are %j', async (url, headers) => {
    expect(await open().headersFor('members', url)).toEqual(headers);
  });

  test('are ready when the secret is there, and are then known', async () => {
    const { ready, headersFor, asked } = open();
    await ready('members');
    await headersFor('members', 'https://api.example.org:8443/');
    expect(asked).toEqual(['members']);
    await expect(open('nonsense').ready('members')).rejects.toMatchObject({ code: 'config' });
  });

  test('for a proxy are those of its own URL', async () => {
    const { proxyUser } = open();
    expect(await proxyUser('members', 'http://proxy.example.org:3128/')).toEqual({
      user: 'proxy',
      password: 'p',
    });
    expect(await proxyUser('members', 'socks5://proxy.example.org')).toEqual({
      user: 'socks',
      password: 's',
    });
    expect(await proxyUser('members', 'http://proxy.example.org:3129/')).toBeUndefined();
    expect(await proxyUser(undefined, 'http://proxy.example.org:3128/')).toBeUndefined();
  });

  test('are read once, and again after five minutes', async () => {
    const { headersFor, asked, pass } = open();
    const url = 'https://www.example.org/private/';
    await Promise.all([headersFor('members', url), headersFor('members', url), headersFor('other', url)]);
    pass(299_000);
    await headersFor('members', url);
    expect(asked).toEqual(['members', 'other']);
    pass(2_000);
    await headersFor('members', url);
    expect(asked).toEqual(['members', 'other', 'members']);
  });

  test('that cannot be read are asked for again the next time', async () => {
    let times = 0;
    const { headersFor } = credentials({
      async secret() {
        times += 1;
        throw new WinnowError('unavailable', 'not now');
      },
    });
    for (let i = 0; i < 2; i++) {
      await expect(headersFor('members', 'https://www.example.org/')).rejects.toThrow('not now');
    }
    expect(times).toBe(2);
  });

  test('are a mistake of the job where there are no secrets', async () => {
    await expect(credentials().headersFor('members', 'https://www.example.org/')).rejects.toThrow(
      /'members'/,
    );
  });
});

describe('a secret that is wrong', () => {
  const wrong: readonly [string, unknown][] = [
    ['no JSON', '{"sites": [hunter2'],
    ['no list of sites', { hunter2: [] }],
    ['a site without a URL', { sites: [{ user: 'hunter2' }] }],
    ['a URL that is none', { sites: [{ url: 'hunter2' }] }],
    ['a colon in the user name', { sites: [{ url: 'https://a.example/', user: 'hunter2:x' }] }],
    [
      'a line break in a header',
      { sites: [{ url: 'https://a.example/', headers: { a: 'hunter2\r\nX: y' } }] },
    ],
    ['a header that is ours', { sites: [{ url: 'https://a.example/', headers: { Host: 'hunter2' } }] }],
    ['an unknown key', { sites: [{ url: 'https://a.example/', pasword: 'hunter2' }] }],
  ];
  test.each(wrong)('(%s) is refused without being quoted', (_, value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const error = thrownBy(() => parseCredentials(text, 'members'));
    expect(error).toMatchObject({ code: 'config', message: expect.stringContaining("the secret 'members'") });
    expect(String(error)).not.toMatch(/hunter2:|hunter2\[|"hunter2"/);
    expect(error).not.toHaveProperty('cause');
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
