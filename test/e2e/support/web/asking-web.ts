import { allowedAfter } from '../../../support/polite-web/naive-politeness.ts';
import { testSettings } from '../../../support/settings.ts';
import { generatedSite } from '../../../support/web/generated-site.ts';
import type { Access, Pages } from '../../../support/web/web-server.ts';

/** Hosts that ask for more than a job's gap: two of them by a Crawl-delay, all of them now and then by Retry-After. */
export const askingSite = generatedSite({ hosts: 4, pages: 24, seed: 12, linksPerPage: 6 });

const crawlDelayMs = 2_000;
const retryAfterMs = 3_000;
const slowHosts = new Set(['h0.localhost', 'h1.localhost']);
const refused = 429;

/** One page in four is refused when it is asked for the first time. */
export function askingPages(random: () => number): Pages {
  const asked = new Set<string>();
  return (request) => {
    const { name, path } = request;
    if (path === '/robots.txt') {
      const delay = slowHosts.has(name) ? `Crawl-delay: ${crawlDelayMs / 1_000}\n` : '';
      const body = `User-agent: *\n${delay}Disallow: /private/\n`;
      return { headers: { 'content-type': 'text/plain' }, body };
    }
    const isFirst = !asked.has(name + path);
    asked.add(name + path);
    if (!isFirst || random() >= 0.25) return askingSite.page(request);
    return { status: refused, headers: { 'retry-after': String(retryAfterMs / 1_000) } };
  };
}

/** Requests that were refused and not made again yet. */
export function waitingForAnswer(log: readonly Access[]): readonly Access[] {
  const last = new Map(log.map((access) => [access.host + access.path, access]));
  return [...last.values()].filter(({ status }) => status === refused);
}

export function refusals(log: readonly Access[]): number {
  return log.filter(({ status }) => status === refused).length;
}

/** Requests that came before the naive rule of politeness lets them, where the first back-off is a second, in sentences. */
export function impatient(log: readonly Access[], gapMs: number): readonly string[] {
  const politeness = { ...testSettings('asking').politeness, gapMs, firstBackoffMs: 1_000 };
  return [...Map.groupBy(log, ({ host }) => host)].flatMap(([host, requests]) => {
    const seen = requests.map(({ start, end, status, path }) => ({
      ...{ start, end, status, isRobots: path === '/robots.txt' },
      ...(status === refused ? { retryAfterMs } : {}),
    }));
    const isSlow = slowHosts.has(host.replace(/:\d+$/, ''));
    const rule = { politeness, robotsPauseMs: 0, maxRobotsPauseMs: 0, ...(isSlow ? { crawlDelayMs } : {}) };
    return seen.slice(1).flatMap(({ start }, index) => {
      const early = allowedAfter(seen.slice(0, index + 1), rule).earliest - start;
      return early > 0 ? [`${host} was asked ${early} ms early`] : [];
    });
  });
}
