import { describe, expect, test } from 'vitest';
import type { Resolve } from '../../../lib/adapters/web/dns-resolver.ts';
import { codedError } from '../../../lib/adapters/web/failure.ts';
import { nameCache } from '../../../lib/adapters/web/name-cache.ts';

const address = { address: '192.0.2.1', family: 4 } as const;

function counting(answer: Resolve): { readonly resolve: Resolve; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolve(name) {
      asked.push(name);
      return answer(name);
    },
  };
}

describe('the name cache', () => {
  test('asks once for a name, also when many ask at the same time', async () => {
    const { resolve, asked } = counting(async () => ({ addresses: [address] }));
    const names = nameCache({ resolve });
    await Promise.all([names.lookup('a.example'), names.lookup('a.example')]);
    expect(await names.lookup('a.example')).toEqual([address]);
    expect(asked).toEqual(['a.example']);
  });

  test('asks again after the time to live, and when a name was forgotten', async () => {
    const { resolve, asked } = counting(async () => ({ addresses: [address] }));
    const expired = nameCache({ resolve, positiveMs: 0 });
    await expired.lookup('a.example');
    await expired.lookup('a.example');
    const kept = nameCache({ resolve });
    await kept.lookup('b.example');
    kept.forget('b.example');
    await kept.lookup('b.example');
    expect(asked).toEqual(['a.example', 'a.example', 'b.example', 'b.example']);
  });

  test('remembers that a name does not exist, but not that a server failed', async () => {
    const { resolve, asked } = counting(async (name) => {
      throw codedError(name === 'gone.example' ? 'ENOTFOUND' : 'EAI_AGAIN', name);
    });
    const names = nameCache({ resolve });
    for (const name of ['gone.example', 'gone.example', 'later.example', 'later.example']) {
      await expect(names.lookup(name)).rejects.toThrow(name);
    }
    expect(asked).toEqual(['gone.example', 'later.example', 'later.example']);
  });

  test('keeps addresses for as long as their server says, within bounds', async () => {
    let now = 0;
    const ttls: Readonly<Record<string, number>> = { short: 1_000, usual: 300_000, long: 10 ** 9 };
    const { resolve, asked } = counting(async (name) => ({ addresses: [address], ttlMs: ttls[name] ?? 0 }));
    const names = nameCache({ resolve, now: () => now });
    for (const time of [0, 59_000, 61_000, 299_000, 301_000, 86_300_000, 86_401_000]) {
      now = time;
      for (const name of Object.keys(ttls)) await names.lookup(name);
    }
    expect(asked.filter((name) => name === 'short')).toHaveLength(5);
    expect(asked.filter((name) => name === 'usual')).toHaveLength(3);
    expect(asked.filter((name) => name === 'long')).toHaveLength(2);
  });

  test('gives expired addresses for a day when the server fails, but not when the name is gone', async () => {
    let now = 0;
    let code: string | undefined;
    const { resolve, asked } = counting(async (name) => {
      if (code !== undefined) throw codedError(code, name);
      return { addresses: [address], ttlMs: 60_000 };
    });
    const names = nameCache({ resolve, now: () => now });
    await names.lookup('a.example');
    code = 'ESERVFAIL';
    now = 61_000;
    expect(await names.lookup('a.example')).toEqual([address]);
    now += 1_000;
    expect(await names.lookup('a.example')).toEqual([address]);
    expect(asked).toHaveLength(2);
    now += 86_400_000;
    await expect(names.lookup('a.example')).rejects.toThrow('a.example');
    code = undefined;
    await names.lookup('a.example');
    code = 'ENOTFOUND';
    now += 61_000;
    await expect(names.lookup('a.example')).rejects.toThrow('a.example');
  });

  test('asks ahead for what it does not know, and for no more names at once than it may', async () => {
    let open = 0;
    let most = 0;
    const { resolve, asked } = counting(async (name) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((done) => setTimeout(done, 1));
      open -= 1;
      if (name === 'c') throw codedError('ENOTFOUND', name);
      return { addresses: [address] };
    });
    const names = nameCache({ resolve, maxQuestions: 2 });
    names.ahead(['a', 'b', 'c', 'd', 'a', 'localhost']);
    expect(await names.lookup('d')).toEqual([address]);
    await expect(names.lookup('c')).rejects.toThrow('c');
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
    expect(most).toBe(2);
    expect(names.questions).toBe(4);
  });

  test('keeps no more names than it may', async () => {
    const { resolve, asked } = counting(async () => ({ addresses: [address] }));
    const names = nameCache({ resolve, maxNames: 2 });
    for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) await names.lookup(name);
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  test('knows localhost names by itself', async () => {
    const { resolve, asked } = counting(async () => ({ addresses: [address] }));
    const names = nameCache({ resolve });
    for (const name of ['localhost', 'bog.localhost', 'a.b.localhost']) {
      expect(await names.lookup(name)).toEqual([{ address: '127.0.0.1', family: 4 }]);
    }
    await names.lookup('notlocalhost');
    expect(asked).toEqual(['notlocalhost']);
  });
});
