import { describe, expect, it } from 'vitest';
import { walk } from '../trap-web/walk.ts';
import { furtherKinds, honestKinds } from './honest-kinds.ts';

const kinds = { ...honestKinds, ...furtherKinds };
const seeds = process.env.WINNOW_TEST_FULL === '1' ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2];

describe('an honest web', () => {
  it.each(Object.keys(kinds))('leads to all its 300 pages or more, in every shape: %s', (kind) => {
    for (const seed of seeds) {
      const web = kinds[kind]?.(seed);
      if (web === undefined) throw new Error(kind);
      const ids = [...web.honest.values()].flat();
      expect(ids.length).toBeGreaterThan(300);
      expect(new Set(ids).size).toBe(ids.length);
      const { found, unknown } = walk(web);
      expect(
        ids.filter((id) => !found.has(id)),
        web.name,
      ).toEqual([]);
      expect(unknown.filter((url) => !url.includes('.example/'))).toEqual([]);
    }
  });
});
