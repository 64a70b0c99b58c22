import { describe, expect, it } from 'vitest';
import type { RobotsCache, RobotsEntry } from '../../lib/ports/web.ts';
import { crashEverywhere } from '../support/crash.ts';
import { type Fixture, freshName, many, oddHosts, opened } from './fixture.ts';

function entryOf(over: Partial<RobotsEntry> = {}): RobotsEntry {
  // Far away: an adapter may let a store tidy up what has expired.
  const fetchedAt = 4_102_444_800_000;
  return {
    fetchedAt,
    expiresAt: fetchedAt + 86_400_000,
    kind: 'rules',
    text: 'User-agent: *\nDisallow: /\n',
    status: 200,
    ...over,
  };
}

/** What every adapter of `RobotsCache` must do. */
export function robotsCacheContract(
  name: string,
  make: () => Promise<Fixture & { readonly robots: RobotsCache }>,
): void {
  describe(`${name} keeps the contract of RobotsCache`, () => {
    const fixture = opened(make);
    const freshAuthority = (): string => `https://${freshName()}.example:8443`;

    it('knows nothing of an authority that was not put', async () => {
      expect(await fixture().robots.robots(freshAuthority())).toBeUndefined();
    });

    it.each<[string, Partial<RobotsEntry>]>([
      ['rules', { text: '# ü \u{1F916}\r\nUser-agent: *\nAllow: /\n' }],
      ['no robots.txt', { kind: 'allow', text: '', status: 404 }],
      ['no answer', { kind: 'unreachable', text: '', status: 0 }],
      [
        'an outage',
        { kind: 'unreachable', text: 'dns: x', status: 0, outage: { since: 4_102_444_700_000, failures: 3 } },
      ],
      [
        'an outage, and what was had before',
        {
          ...{ kind: 'unreachable', text: 'status 503', status: 503 },
          outage: {
            ...{ since: 4_102_444_700_000, failures: 1 },
            lastGood: {
              ...{ fetchedAt: 4_102_444_600_000, kind: 'rules', status: 200 },
              text: 'User-agent: *\nDisallow: /ü',
            },
          },
        },
      ],
      ['the longest text that is read', { text: 'Disallow: /some/path/that/is/long\n'.repeat(15_059) }],
    ])('gives back what was put: %s', async (_, over) => {
      const { robots } = fixture();
      const authority = freshAuthority();
      await robots.putRobots(authority, entryOf(over));
      expect(await robots.robots(authority)).toEqual(entryOf(over));
    });

    it('keeps the entry of the last writer', async () => {
      const { robots } = fixture();
      const authority = freshAuthority();
      await robots.putRobots(authority, entryOf());
      const last = entryOf({ kind: 'allow', text: '', status: 404, fetchedAt: 4_102_444_700_000 });
      await robots.putRobots(authority, last);
      await robots.putRobots(authority, last);
      expect(await robots.robots(authority)).toEqual(last);
    });

    it('keeps one whole entry of many that were put side by side', async () => {
      const { robots } = fixture();
      const authority = freshAuthority();
      const entries = Array.from({ length: 20 }, (_, i) => entryOf({ text: `# ${i}`, status: 200 + i }));
      await Promise.all(entries.map((entry) => robots.putRobots(authority, entry)));
      expect(entries).toContainEqual(await robots.robots(authority));
    });

    it('keeps schemes, ports and odd hosts apart', async () => {
      const { robots } = fixture();
      const prefix = freshName();
      const all = oddHosts.flatMap((host) => [`http://${prefix}${host}`, `https://${prefix}${host}`]);
      await many(all.length, (i) => robots.putRobots(all[i] ?? '', entryOf({ text: `# ${i}` })));
      for (const [i, authority] of all.entries()) {
        expect((await robots.robots(authority))?.text).toBe(`# ${i}`);
      }
    });

    it('survives a crash at every await of putting', async () => {
      const { robots, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => freshAuthority(),
        operation: (authority) => robots.putRobots(authority, entryOf()),
        check: async (authority) => expect(await robots.robots(authority)).toEqual(entryOf()),
      });
    });
  });
}
