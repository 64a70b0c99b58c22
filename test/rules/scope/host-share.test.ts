import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { partOf } from '../../../lib/rules/scope/host-share.ts';
import { scopeOf } from '../../../lib/rules/scope/scope.ts';
import { testSettings } from '../../support/settings.ts';

describe('the parts of a share', () => {
  it('have each host once, with all hosts of its registered domain', () => {
    fc.assert(
      fc.property(fc.domain(), fc.integer({ min: 2, max: 9 }), (domain, of) => {
        // A drawn domain may be a public suffix, such as ac.uk, or have a label of one below it.
        const registered = `shop.north.${domain}`;
        const part = partOf(`a.${registered}`, of);
        expect(part).toBeGreaterThanOrEqual(1);
        expect(part).toBeLessThanOrEqual(of);
        expect(partOf(`b.c.${registered}:8080`, of)).toBe(part);
      }),
    );
  });

  it.each([
    ['www.example.co.uk', 'example.co.uk:8080', 'shop.other.co.uk'],
    ['www.ibm.de', 'ibm.de', 'www.ibn.de'],
  ])('%s is with %s, and not for that with %s', (host, sibling, stranger) => {
    expect(partOf(host, 1_000)).toBe(partOf(sibling, 1_000));
    expect(partOf(host, 1_000)).not.toBe(partOf(stranger, 1_000));
  });

  it('are about as large as each other', () => {
    const parts = Array.from({ length: 3_000 }, (_, at) => partOf(`site${at}.org`, 3));
    for (const part of [1, 2, 3]) {
      const size = parts.filter((one) => one === part).length;
      expect(size).toBeGreaterThan(900);
      expect(size).toBeLessThan(1_100);
    }
  });

  it('leave a URL to one job, whatever else takes it in, and nothing else of the scope changes', () => {
    const url = 'https://www.example.org/' as CanonicalUrl;
    const of = 4;
    const accepting = [1, 2, 3, 4].filter((part) => {
      const settings = testSettings('share');
      const rules = [{ word: 'accept', source: 'job.yaml:1', test: { kind: 'all' } }] as const;
      const scope = scopeOf({ ...settings, scope: { ...settings.scope, rules, share: { part, of } } });
      expect(scope.verdict({ url, depth: 101, hostHops: 0 }).accepted).toBe(false);
      const verdict = scope.verdict({ url, depth: 1, hostHops: 0 });
      const last = scope.explain({ url, depth: 1, hostHops: 0 }).at(-1);
      expect(last?.word === 'accept').toBe(verdict.accepted);
      return verdict.accepted;
    });
    expect(accepting).toEqual([partOf('www.example.org', of)]);
  });
});
