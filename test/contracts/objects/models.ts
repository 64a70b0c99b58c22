import { describe, expect, it } from 'vitest';
import type { ModelStore } from '../../../lib/ports/models.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, noise, opened, plain } from '../fixture.ts';

/** What every adapter of `ModelStore` must do. */
export function modelsContract(
  name: string,
  make: () => Promise<Fixture & { readonly models: ModelStore }>,
): void {
  describe(`${name} keeps the contract of ModelStore`, () => {
    const fixture = opened(make);

    it('has no model that was not put', async () => {
      const { models } = fixture();
      const digest = freshName();
      expect(await models.has(digest)).toBe(false);
      expect(await models.read(digest)).toBeUndefined();
    });

    it('gives a model back, byte for byte, and keeps the first of a digest', async () => {
      const { models } = fixture();
      const digest = freshName();
      await models.put(digest, noise(300_000));
      await models.put(digest, noise(5, 2));
      expect(await models.has(digest)).toBe(true);
      expect(plain(await models.read(digest))).toEqual(noise(300_000));
    });

    it('survives a crash at every await of putting', async () => {
      const { models, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => freshName(),
        operation: (digest) => models.put(digest, noise(3_000)),
        check: async (digest) => expect(plain(await models.read(digest))).toEqual(noise(3_000)),
      });
    });
  });
}
