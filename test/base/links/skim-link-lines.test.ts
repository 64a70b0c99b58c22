import { describe, expect, it } from 'vitest';
import { decodeLinkLines } from '../../../lib/base/links/link-segment.ts';
import { type SkimmedLine, skimLinkLines, type Unwanted } from '../../../lib/base/links/skim-link-lines.ts';
import { type CanonicalUrl, hostOf } from '../../../lib/base/url/url.ts';
import { loggedLine, randomLinkLines } from '../../support/links/random-link-lines.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const skim = (text: string, unwanted: Unwanted = {}, most = 1_000): SkimmedLine[] => [
  ...skimLinkLines(Buffer.from(text), most, () => unwanted),
];

describe('lines that are skimmed', () => {
  it('are the decoded lines with a count of their links, whatever stands in their texts', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const text = randomLinkLines(seededRandom(seed), 20).map(loggedLine).join('\n');
      const decoded = [...decodeLinkLines(text)];
      expect(skim(text)).toEqual(decoded.map((line) => ({ line, count: line.links.length })));
    }
  });

  it('lack links that are not wanted, and no others', () => {
    let left = 0;
    for (let seed = 0; seed < 100; seed += 1) {
      const random = seededRandom(seed);
      const text = randomLinkLines(random, 20).map(loggedLine).join('\n');
      const decoded = [...decodeLinkLines(text)];
      const known = new Set(
        decoded.flatMap(({ links }) => links.map(({ url }) => url)).filter(() => random() < 0.5),
      );
      const bytes = Buffer.from(text);
      const skimmed = [
        ...skimLinkLines(bytes, 1_000, ({ host }) => ({ host, isKnown: (url) => known.has(url) })),
      ];
      expect(skimmed.map(({ count }) => count)).toEqual(decoded.map(({ links }) => links.length));
      for (const [place, { line, count }] of skimmed.entries()) {
        const whole = decoded[place] as (typeof decoded)[number];
        const wanted = whole.links.filter(
          ({ url, element }) => hostOf(url) !== whole.host && !(element === 'a' && known.has(url)),
        );
        const isIn = new Set(wanted.map((one) => JSON.stringify(one)));
        expect({ ...line, links: [] }).toEqual({ ...whole, links: [] });
        // A line that could not be skimmed has all its links.
        expect(line.links.filter((one) => isIn.has(JSON.stringify(one)))).toEqual(wanted);
        left += count - line.links.length;
      }
    }
    expect(left).toBeGreaterThan(2_000);
  });

  it('have no links when none is wanted, or all of them when there are too many', () => {
    const line = `{"v":1,"url":"http://a.example/","links":[${'{"url":"http://b.example/"},'.repeat(2)}{"url":"http://c.example/"}]}`;
    expect(skim(line, { all: true })).toMatchObject([{ line: { links: [] }, count: 3 }]);
    expect(skim(line, { all: true }, 2)[0]?.line.links).toHaveLength(3);
    expect(skim(line, { isKnown: () => true })[0]?.line.links).toHaveLength(3);
  });

  it.each([
    [
      'is cut off',
      '{"v":1,"url":"http://a.example/","links":[{"url":"http://b.example/","rel":[]',
      'corrupt',
    ],
    ['is cut off after a link', '{"v":1,"url":"x","links":[{"url":"http://b.example/","rel":[]}', 'corrupt'],
    ['has damage before its links', '{"v":1,"url":"http://a.exa,"links":[{"url":"x"}]}', 'corrupt'],
    ['has damage in a wanted link', '{"v":1,"url":"http://a.example/","links":[{"url":"x",rel}]}', 'corrupt'],
    ['is of a newer version', '{"v":2,"url":"http://a.example/","links":[{"url":"x"}]}', 'newer'],
  ])('end at one that %s', (_, broken, code) => {
    const good = '{"v":1,"url":"http://a.example/","links":[]}';
    const lines = skimLinkLines(Buffer.from(`${good}\n${broken}`), 1_000, () => ({}));
    expect(lines.next().value).toMatchObject({ line: { url: 'http://a.example/' as CanonicalUrl } });
    expect(() => lines.next()).toThrow(expect.objectContaining({ code }));
  });
});
