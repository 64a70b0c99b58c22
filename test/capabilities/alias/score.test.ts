import { describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { type AliasEvidence, clustersOf, isAlias, scoreOf } from '../../../lib/capabilities/alias/score.ts';

const evidence = (
  hosts: string,
  samePath: number,
  pages: number,
  address: AliasEvidence['address'] = 'unknown',
): AliasEvidence => {
  const [a, b] = hosts.split(' ') as [HostName, HostName];
  return { hosts: [a, b], shared: samePath, samePath, pages, address };
};

describe('the score of two hosts', () => {
  // Address × names × www × min(paths / 5, 1) × paths / pages, by hand.
  it.each([
    [
      'a www twin with one address, all of five pages',
      'www.x.example x.example',
      5,
      5,
      'same',
      1 * 1 * 1.5 * 1 * 1,
    ],
    ['the same with other addresses', 'www.x.example x.example', 5, 5, 'other', 0.5 * 1 * 1.5 * 1 * 1],
    ['the same with unknown addresses', 'www.x.example x.example', 5, 5, 'unknown', 0.75],
    ['a www twin after two pages of two', 'www.x.example x.example', 2, 2, 'unknown', 0.5 * 1.5 * 0.4 * 1],
    ['a www twin with two pages of ten', 'x.example www.x.example', 2, 10, 'same', 1.5 * 0.4 * 0.2],
    ['a name in the other one', 'shop.x.example x.example', 5, 10, 'same', 1 * 1 * 1 * 0.5],
    ['other names', 'x.example y.example', 5, 5, 'same', 0.4],
    ['other names that both begin with www', 'www.x.example www.y.example', 5, 5, 'same', 0.4 * 0.7],
    ['more paths than count', 'x.example y.example', 50, 100, 'other', 0.5 * 0.4 * 1 * 0.5],
    ['no equal paths', 'x.example y.example', 0, 3, 'same', 0],
    ['no pages at all', 'x.example y.example', 0, 0, 'same', 0],
  ] as const)('of %s', (_, hosts, samePath, pages, address, score) => {
    expect(scoreOf(evidence(hosts, samePath, pages, address))).toBeCloseTo(score, 12);
  });

  it.each([
    ['twins after a few pages', 'www.x.example x.example', 2, 3, 'unknown', true],
    ['mirrors under other names, addresses unknown', 'x.example y.example', 4, 4, 'unknown', true],
    ['exactly the threshold', 'x.example y.example', 15, 20, 'unknown', true],
    ['a little less', 'x.example y.example', 14, 20, 'unknown', false],
    ['hosts that share some pages of a template', 'x.example y.example', 3, 30, 'same', false],
    ['one equal page, whatever it scores', 'www.x.example x.example', 1, 1, 'same', false],
  ] as const)('decides: %s', (_, hosts, samePath, pages, address, is) => {
    expect(isAlias(evidence(hosts, samePath, pages, address))).toBe(is);
  });
});

describe('groups', () => {
  const byName = (a: HostName, b: HostName): number => (a < b ? -1 : 1);

  it('are made of pairs that lead to each other, and keep the first host', () => {
    const pairs = [
      evidence('c.example d.example', 5, 5),
      evidence('x.example y.example', 5, 5),
      evidence('a.example b.example', 5, 5),
      evidence('b.example c.example', 5, 5),
      evidence('y.example a.example', 1, 9),
    ];
    const groups = clustersOf(pairs, byName).map(({ preferred, aliases }) => [preferred, ...aliases]);
    expect(groups).toHaveLength(2);
    expect(groups).toContainEqual(['a.example', 'b.example', 'c.example', 'd.example']);
    expect(groups).toContainEqual(['x.example', 'y.example']);
  });

  it('name their evidence, the best first', () => {
    const pairs = [evidence('a.example b.example', 4, 4), evidence('a.example c.example', 5, 5, 'same')];
    const [group] = clustersOf(pairs, byName);
    expect(group?.evidence).toEqual([pairs[1], pairs[0]]);
  });
});
