import { describe, expect, it } from 'vitest';
import { walk } from '../trap-web/walk.ts';
import { emptyKinds } from './empty-kinds.ts';

describe('a trap that looks like an honest site', () => {
  it.each(Object.keys(emptyKinds))('stands beside 100 honest pages and knows its URLs: %s', (kind) => {
    for (const seed of [1, 2, 3, 4]) {
      const web = emptyKinds[kind]?.(seed);
      if (web === undefined) throw new Error(kind);
      const ids = [...web.honest.values()].flat();
      expect(ids.length).toBeGreaterThanOrEqual(100);
      const { found, unknown } = walk(web);
      expect(ids.filter((id) => !found.has(id))).toEqual([]);
      expect(unknown).toEqual([]);
    }
  });
});
