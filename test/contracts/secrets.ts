import { describe, expect, it } from 'vitest';
import type { Secrets } from '../../lib/ports/secrets.ts';
import { opened } from './fixture.ts';

/** What is behind an adapter of `Secrets`: what somebody with the right to it can do. */
export interface SecretsFixture {
  readonly secrets: Secrets;
  /** Makes a secret, or gives it another text. */
  put(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  readonly close?: () => Promise<void>;
}

const text = '{"sites": [{"url": "https://example.org/", "user": "mé", "password": "p\\"w\\n"}]}';

/**
 * What every adapter of `Secrets` must do.
 * @param make with the names `members` and `other-site` to be had, and no more
 */
export function secretsContract(name: string, make: () => Promise<SecretsFixture>): void {
  describe(`${name} keeps the contract of Secrets`, () => {
    const fixture = opened(make);

    it('gives the text of a secret as it was put, each under its name', async () => {
      const { secrets, put } = fixture();
      await put('members', text);
      await put('other-site', '{}');
      expect(await secrets.secret('members')).toBe(text);
      expect(await secrets.secret('other-site')).toBe('{}');
    });

    it('gives it as it is now, not as it was', async () => {
      const { secrets, put } = fixture();
      await put('members', text);
      await secrets.secret('members');
      await put('members', '{"sites": []}');
      expect(await secrets.secret('members')).toBe('{"sites": []}');
    });

    it.each(['members', 'nobody', 'constructor'])(
      'says by its name that there is no secret %s',
      async (missing) => {
        await expect(fixture().secrets.secret(missing)).rejects.toMatchObject({
          code: 'config',
          message: expect.stringContaining(`'${missing}'`),
        });
      },
    );

    it('says the same of one that was taken away', async () => {
      const { secrets, put, remove } = fixture();
      await put('members', text);
      expect(await secrets.secret('members')).toBe(text);
      await remove('members');
      await expect(secrets.secret('members')).rejects.toMatchObject({ code: 'config' });
    });
  });
}
