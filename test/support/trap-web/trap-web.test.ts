import { describe, expect, it } from 'vitest';
import { trapKinds } from './section.ts';
import type { TrapWeb } from './trap-web.ts';
import { walk } from './walk.ts';
import { furtherTraps, honestSites, seededWeb, singleTraps, standardWeb, webNamed } from './webs.ts';

const idsOf = (web: TrapWeb): readonly string[] => [...web.honest.values()].flat();

describe('a web of traps', () => {
  it('has about 500 honest pages and every kind of trap in its standard form, and in its seeds', () => {
    for (const web of [standardWeb(), ...[1, 2, 3, 4, 5].map((seed) => seededWeb(seed))]) {
      expect(idsOf(web).length).toBeGreaterThan(480);
      expect(new Set(web.sections.flatMap(({ trap }) => trap ?? []))).toEqual(new Set(trapKinds));
    }
    expect(idsOf(standardWeb()).length).toBeLessThan(520);
  });

  it.each([
    'standard',
    '1',
    ...(process.env.WINNOW_TEST_FULL === '1' ? ['crowded', 'every-day', '2', '3', '4', '5'] : []),
    ...singleTraps,
    ...furtherTraps,
    ...honestSites,
  ])('shows all honest pages to a crawler that knows what is a trap: %s', (name) => {
    const web = webNamed(name);
    const ids = idsOf(web);
    expect(new Set(ids).size).toBe(ids.length);
    const { found, unknown } = walk(web);
    expect(ids.filter((id) => !found.has(id))).toEqual([]);
    expect(unknown).toEqual([]);
  });
});
