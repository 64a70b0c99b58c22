import { describe, expect, it } from 'vitest';
import { parseRobots } from '../../lib/domain/robots/robots.ts';
import { authorityOf, type CanonicalUrl, canonicalise } from '../../lib/domain/url.ts';
import { hasCases, readCases } from '../support/cases.ts';

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly robots?: string;
  readonly robots_b64?: string;
  readonly agent?: string;
  readonly agents?: readonly string[];
  readonly url?: string;
  readonly expected: unknown;
  readonly core?: boolean;
}

interface RealFile {
  readonly id: string;
  readonly host: string;
  readonly robots: string;
  readonly checks: readonly { readonly agent: string; readonly url: string; readonly allowed: boolean }[];
  readonly crawlDelay_focusbot?: number | null;
  readonly sitemaps?: readonly string[];
}

const site = 'http://www.example.com';

/** Core cases that are not ours to pass, and why. */
const different: ReadonlyMap<string, string> = new Map([
  ['robots-protego-1403', 'an ftp: URL, which Winnow never asks robots.txt about'],
]);

/**
 * Cases that are no core, where the parsers differ: we follow RFC 9309 and match the product token exactly, so
 * prefixes of a token, whole User-Agent strings, first-match order and delays that forbid are not taken over.
 */
describe.skipIf(!hasCases('robots/cases.jsonl'))('robots.txt case suites', () => {
  const cases = readCases<Case>('robots/cases.jsonl').filter((one) => one.core && !different.has(one.id));

  it('gives the verdict on which three parsers agree, in every case', () => {
    expect(failures(cases, 'allow', verdicts)).toEqual([]);
  });

  it('finds the sitemaps, in every case', () => {
    expect(
      failures(cases, 'sitemaps', (one) => ({
        got: parseRobots(site, source(one)).sitemaps,
        want: absolute(one.expected as readonly string[], site),
      })),
    ).toEqual([]);
  });

  it('reads the delay of the group, in every case', () => {
    expect(
      failures(cases, 'crawlDelay', (one) => {
        const delay = parseRobots(site, source(one)).crawlDelayMs(agentsOf(one)[0] ?? '*');
        return { got: delay === undefined ? null : delay / 1_000, want: one.expected };
      }),
    ).toEqual([]);
  });
});

describe.skipIf(!hasCases('robots/realworld.jsonl'))('real robots.txt files', () => {
  const files = readCases<RealFile>('robots/realworld.jsonl');

  it('get the verdicts on which the parsers agree', () => {
    const wrong = files.flatMap((file) =>
      file.checks.filter((check) => {
        const url = canonical(check.url);
        return parseRobots(authorityOf(url), file.robots).verdict(url, check.agent).allowed !== check.allowed;
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('get the delays and sitemaps on which two parsers agree', () => {
    const wrong = files.filter((file) => {
      const authority = `http://${file.host}`;
      const robots = parseRobots(authority, file.robots);
      const delay = robots.crawlDelayMs('focusbot');
      const delays =
        file.crawlDelay_focusbot === undefined ||
        (delay === undefined ? null : delay / 1_000) === file.crawlDelay_focusbot;
      const sitemaps =
        file.sitemaps === undefined ||
        JSON.stringify(absolute(file.sitemaps, authority)) === JSON.stringify(robots.sitemaps);
      return !delays || !sitemaps;
    });
    expect(wrong.map((file) => file.id)).toEqual([]);
  });
});

function failures(
  cases: readonly Case[],
  kind: string,
  run: (one: Case) => { readonly got: unknown; readonly want: unknown },
): readonly unknown[] {
  return cases
    .filter((one) => one.kind === kind)
    .map((one) => ({ id: one.id, ...run(one) }))
    .filter(({ got, want }) => JSON.stringify(got) !== JSON.stringify(want));
}

function verdicts(one: Case) {
  const url = canonical(one.url ?? '');
  const robots = parseRobots(authorityOf(url), source(one));
  const got = agentsOf(one).map((agent) => robots.verdict(url, agent).allowed);
  return { got, want: got.map(() => one.expected) };
}

function source(one: Case): string | Uint8Array {
  return one.robots_b64 === undefined ? (one.robots ?? '') : Buffer.from(one.robots_b64, 'base64');
}

function agentsOf(one: Case): readonly string[] {
  const agents = one.agents ?? [one.agent ?? ''];
  return agents.length === 0 ? ['*'] : agents.map((agent) => agent || '*');
}

function canonical(url: string): CanonicalUrl {
  const parsed = canonicalise(url, `${site}/`);
  if (!parsed.ok) throw new Error(`not a URL: ${url}`);
  return parsed.url;
}

function absolute(sitemaps: readonly string[], authority: string): readonly string[] {
  return [
    ...new Set(
      sitemaps.flatMap((sitemap) => {
        const parsed = canonicalise(sitemap, `${authority}/`);
        return parsed.ok ? [parsed.url] : [];
      }),
    ),
  ];
}
