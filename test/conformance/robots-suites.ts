import robotsParser from 'robots-parser';
import { canonicalise } from '../../lib/base/url/canonicalise.ts';
import { authorityOf, type CanonicalUrl, pathOf } from '../../lib/base/url/url.ts';
import { canonicalPath, canonicalRule } from '../../lib/rules/robots/canonical-path.ts';
import { groupName } from '../../lib/rules/robots/groups.ts';
import { parseRobots, type Robots } from '../../lib/rules/robots/parse-robots.ts';
import { readLines } from '../../lib/rules/robots/read-lines.ts';
import { type Rule, runnable, type Suite, UnknownCase } from './suite.ts';

/** A line of robots/cases.jsonl. */
interface RobotsCase {
  readonly id: string;
  readonly kind: string;
  readonly robots?: string;
  readonly robots_b64?: string;
  readonly agent?: string;
  readonly agents?: readonly string[];
  readonly url?: string;
  /** Where the file lies, when that matters. */
  readonly robotsUrl?: string | null;
  readonly expected: unknown;
  /** Three independent parsers agree with the expectation. */
  readonly core?: boolean;
}

const file = 'robots/cases.jsonl';
const site = 'http://www.example.com';

/** What another parser makes of the file when our rules have been applied to it. */
function reading(one: RobotsCase): readonly string[] {
  const url = urlOf(one);
  const lines = readLines(textOf(one)).map(({ directive, value }) => {
    if (directive === 'user-agent') return `User-agent: ${groupName(value)}`;
    return directive === 'allow' || directive === 'disallow' ? `${directive}: ${canonicalRule(value)}` : '';
  });
  const parse = robotsParser as unknown as (
    url: string,
    text: string,
  ) => { isDisallowed(url: string, agent: string): boolean | undefined };
  const parsed = parse(`${authorityOf(url)}/robots.txt`, lines.join('\n'));
  const path = canonicalPath(pathOf(url));
  return agentsOf(one).map((agent) =>
    parsed.isDisallowed(authorityOf(url) + path, groupName(agent)) === true ? 'denied' : 'allowed',
  );
}

/** docs/robots.md, 'robots.txt': what of other parsers we do not take over. */
const rules: readonly Rule<RobotsCase>[] = [
  rule('a User-agent line names one product token: what stands before a blank or slash', (text) =>
    /^\s*user-?\s?agent\s*:\s*(?:[^\s#]*[^\s#*][^\s#]*[ \t/*]|[^\s#]+\*)[^#\n\r]*\S/im.test(text),
  ),
  rule('percent-encoding is compared on both sides', (text) =>
    /^\s*(?:dis)?allow\s*:.*%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/im.test(text),
  ),
  rule('a line may be as long as the file', (text) =>
    text.split(/\r\n|\r|\n/).some((line) => line.length > 16_000),
  ),
  rule('a Crawl-delay forbids nothing', (text) => /^\s*crawl-delay/im.test(text)),
];

function rule(name: string, concerns: (text: string) => boolean): Rule<RobotsCase> {
  return { name, read: (want, one) => (concerns(textOf(one)) ? reading(one) : want) };
}

function allows(name: string, core: boolean): Suite<RobotsCase> {
  return {
    name,
    file,
    has: (one) => one.kind === 'allow' && (one.core === true) === core,
    notClaimed: (one) =>
      canonicalise(one.url ?? '', `${site}/`).ok ? undefined : 'only http and https are crawled',
    got: (one) => {
      const url = urlOf(one);
      const robots = parseRobots(authorityOf(url), sourceOf(one));
      return agentsOf(one).map((agent) => (robots.verdict(url, agent).allowed ? 'allowed' : 'denied'));
    },
    want: (one) => agentsOf(one).map(() => (one.expected === true ? 'allowed' : 'denied')),
    rules: core ? [] : rules,
  };
}

const sitemaps: Suite<RobotsCase> = {
  name: 'robots-sitemaps',
  file,
  has: ({ kind }) => kind === 'sitemaps',
  got: (one) => parseRobots(site, sourceOf(one)).sitemaps,
  want: ({ expected }) => absolute(expected as readonly string[], site),
  rules: [],
};

const delays: Suite<RobotsCase> = {
  name: 'robots-crawl-delay',
  file,
  has: ({ kind }) => kind === 'crawlDelay',
  got: (one) => secondsOf(parseRobots(site, sourceOf(one)), agentsOf(one)[0] ?? '*'),
  want: ({ expected }) => (expected === null ? null : String(expected)),
  rules: [],
};

const rates: Suite<RobotsCase> = {
  name: 'robots-request-rate',
  file,
  has: ({ kind }) => kind === 'requestRate',
  got: (one) => {
    const rate = parseRobots(site, sourceOf(one)).requestRate(agentsOf(one)[0] ?? '*');
    if (rate === undefined) return null;
    const numbers = [String(rate.requests), String(rate.seconds)];
    const hours = [rate.from, rate.to].map((time) => time?.replace(/(..)(..)/, '$1:$2:00') ?? 'None');
    return (one.expected as readonly unknown[] | null)?.length === 4 ? [...numbers, ...hours] : numbers;
  },
  want: ({ expected }) => (expected === null ? null : (expected as readonly unknown[]).map(String)),
  rules: [],
};

const elsewhere: Suite<RobotsCase> = {
  name: 'robots-out-of-scope',
  file,
  has: ({ kind }) => kind === 'allow-out-of-scope-url',
  got: (one) => {
    const home = canonicalise(one.robotsUrl === undefined ? `${site}/robots.txt` : (one.robotsUrl ?? ''));
    const url = canonicalise(one.url ?? '');
    if (!home.ok || !url.ok || authorityOf(home.url) !== authorityOf(url.url)) return null;
    return parseRobots(authorityOf(url.url), sourceOf(one)).verdict(url.url, one.agent || '*').allowed;
  },
  want: ({ expected }) => expected as boolean | null,
  rules: [],
};

/** Kinds that ask what no text of a file decides here. */
const others: Suite<RobotsCase> = {
  name: 'robots-others',
  file,
  has: ({ kind }) => notRead.has(kind),
  notClaimed: ({ kind }) => notRead.get(kind),
  got: () => null,
  want: () => null,
  rules: [],
};

const notRead: ReadonlyMap<string, string> = new Map([
  ['deferVisits', 'only the status of robots.txt puts a host off, never its text'],
  ['visitTime', 'Visit-time is not read: hours are for politeness.window'],
  ['valid-user-agent-token', 'userAgent.product is checked when a job is read'],
  ['fetch-status', 'statuses are in the pipeline, test/pipeline/robots/robots.test.ts'],
]);

interface RealFile {
  readonly id: string;
  readonly host: string;
  readonly robots: string;
  readonly checks: readonly { readonly agent: string; readonly url: string; readonly allowed: boolean }[];
  readonly crawlDelay_focusbot?: number | null;
  readonly sitemaps?: readonly string[];
}

/** Real files: every check on which three parsers agree, the delay and the sitemaps on which two do. */
const realFiles: Suite<RealFile> = {
  name: 'robots-real-files',
  file: 'robots/realworld.jsonl',
  has: () => true,
  got: ({ host, robots, checks, crawlDelay_focusbot: delay, sitemaps: maps }) => {
    const parsed = new Map<string, Robots>();
    const robotsAt = (authority: string): Robots => {
      const known = parsed.get(authority) ?? parseRobots(authority, robots);
      parsed.set(authority, known);
      return known;
    };
    const home = robotsAt(`http://${host}`);
    return [
      ...checks.map(({ agent, url }) => {
        const canonical = canonicalOf(url);
        return `${agent} ${url} ${robotsAt(authorityOf(canonical)).verdict(canonical, agent).allowed}`;
      }),
      ...(delay === undefined ? [] : [`delay ${secondsOf(home, 'focusbot')}`]),
      ...(maps === undefined ? [] : home.sitemaps),
    ];
  },
  want: ({ host, checks, crawlDelay_focusbot: delay, sitemaps: maps }) => [
    ...checks.map(({ agent, url, allowed }) => `${agent} ${url} ${allowed}`),
    ...(delay === undefined ? [] : [`delay ${delay}`]),
    ...(maps === undefined ? [] : absolute(maps, `http://${host}`)),
  ],
  rules: [],
};

function secondsOf(robots: Robots, agent: string): string | null {
  const delay = robots.crawlDelayMs(agent);
  return delay === undefined ? null : String(delay / 1_000);
}

function sourceOf(one: RobotsCase): string | Uint8Array {
  return one.robots_b64 === undefined ? (one.robots ?? '') : Buffer.from(one.robots_b64, 'base64');
}

function textOf(one: RobotsCase): string {
  return Buffer.from(sourceOf(one)).toString();
}

function agentsOf(one: RobotsCase): readonly string[] {
  const agents = one.agents ?? [one.agent ?? ''];
  return agents.length === 0 ? ['*'] : agents.map((agent) => agent || '*');
}

function urlOf(one: RobotsCase): CanonicalUrl {
  return canonicalOf(one.url ?? '');
}

function canonicalOf(url: string): CanonicalUrl {
  const parsed = canonicalise(url, `${site}/`);
  if (!parsed.ok) throw new UnknownCase(`not a URL: ${url}`);
  return parsed.url;
}

function absolute(urls: readonly string[], authority: string): readonly string[] {
  const found = urls.flatMap((url) => {
    const parsed = canonicalise(url, `${authority}/`);
    return parsed.ok ? [parsed.url] : [];
  });
  return [...new Set(found)];
}

export const robotsSuites = [
  runnable(allows('robots-core', true)),
  runnable(allows('robots-other-parsers', false)),
  runnable(sitemaps),
  runnable(delays),
  runnable(rates),
  runnable(elsewhere),
  runnable(others),
  runnable(realFiles),
];
