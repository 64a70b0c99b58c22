import { describe, expect, it } from 'vitest';
import { scopeVerdict } from '../../lib/domain/scope.ts';
import type { CanonicalUrl } from '../../lib/domain/url.ts';

const scope = { hosts: [] as string[], maxDepth: 5, maxUrlLength: 60 };
const rows: readonly (readonly [
  why: string,
  hosts: string[],
  url: string,
  depth: number,
  rule: string | undefined,
])[] = [
  ['every host when none is named', [], 'http://example.org/', 0, undefined],
  ['a host that is named', ['example.org'], 'http://example.org/', 0, undefined],
  ['its subdomains', ['example.org'], 'http://www.example.org/', 0, undefined],
  ['any port of it when none is named', ['example.org'], 'http://example.org:8080/', 0, undefined],
  ['only the port that is named', ['example.org:8080'], 'http://example.org:8080/', 0, undefined],
  ['no other port than the one that is named', ['example.org:8080'], 'http://example.org/', 0, 'scope.hosts'],
  ['no host that only ends alike', ['example.org'], 'http://badexample.org/', 0, 'scope.hosts'],
  ['no other host', ['example.org'], 'http://example.com/', 0, 'scope.hosts'],
  ['the greatest depth', [], 'http://example.org/', 5, undefined],
  ['nothing deeper', [], 'http://example.org/', 6, 'scope.maxDepth'],
  ['no longer URL', [], `http://example.org/${'a'.repeat(50)}`, 0, 'scope.maxUrlLength'],
];

describe('the scope of a job', () => {
  it.each(rows)('allows %s', (_, hosts, url, depth, rule) => {
    const verdict = scopeVerdict(url as CanonicalUrl, depth, { ...scope, hosts });
    expect(verdict.accepted ? undefined : verdict.rule).toBe(rule);
  });
});
