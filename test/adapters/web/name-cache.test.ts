import { describe, expect, test } from 'vitest';
import { codedError } from '../../../lib/adapters/web/failure.ts';
import { nameCache, type Resolve } from '../../../lib/adapters/web/name-cache.ts';

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
    const { resolve, asked } = counting(async () => [address]);
    const names = nameCache({ resolve });
    await Promise.all([names.lookup('a.example'), names.lookup('a.example')]);
    expect(await names.lookup('a.example')).toEqual([address]);
    expect(asked).toEqual(['a.example']);
  });

  test('asks again after the time to live, and when a name was forgotten', async () => {
    const { resolve, asked } = counting(async () => [address]);
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

  test('keeps no more names than it may', async () => {
    const { resolve, asked } = counting(async () => [address]);
    const names = nameCache({ resolve, maxNames: 2 });
    for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) await names.lookup(name);
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  test('knows localhost names by itself', async () => {
    const { resolve, asked } = counting(async () => [address]);
    const names = nameCache({ resolve });
    for (const name of ['localhost', 'bog.localhost', 'a.b.localhost']) {
      expect(await names.lookup(name)).toEqual([{ address: '127.0.0.1', family: 4 }]);
    }
    await names.lookup('notlocalhost');
    expect(asked).toEqual(['notlocalhost']);
  });
});
