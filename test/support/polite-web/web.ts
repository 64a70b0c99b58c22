import { hostOf } from '../../../lib/base/url/url.ts';
import type { Clock } from '../../../lib/ports/clock.ts';
import type { Fetcher, FetchResult } from '../../../lib/ports/web.ts';
import { seededRandom } from '../seeded-random.ts';
import type { SeenRequest } from './naive-politeness.ts';
import type { Traits } from './traits.ts';

export interface LoggedRequest extends SeenRequest {
  readonly host: string;
}

export interface PoliteWeb {
  readonly fetcher: Fetcher;
  /** Every request, in the order of their starts; times in ms since the start. */
  readonly log: readonly LoggedRequest[];
}

type Answer = Pick<LoggedRequest, 'status' | 'connected' | 'retryAfterMs'> & {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Hosts as their traits say. Each has pages without end: every page links to two others. */
export function politeWeb(hosts: readonly Traits[], clock: Clock, seed: number): PoliteWeb {
  const byName = new Map(hosts.map((traits) => [traits.host, traits]));
  const random = seededRandom(seed, 1_000_000);
  const log: LoggedRequest[] = [];
  const started = clock.monotonic();

  function answer(traits: Traits, path: string, at: number): Answer {
    if (isIn(traits.down, at)) return { connected: false };
    if (path === '/robots.txt') {
      if (isIn(traits.robotsDown, at)) return { status: random() < 0.5 ? 500 : 503, body: '' };
      const delay = traits.crawlDelayMs === undefined ? '' : `Crawl-delay: ${traits.crawlDelayMs / 1_000}\n`;
      return { status: 200, body: `User-agent: *\n${delay}Disallow: /private/\n` };
    }
    const dice = random();
    if (dice < traits.refusing) return refusal(traits, random() < 0.5 ? 429 : 503);
    if (dice < traits.refusing + traits.broken) return { status: 500, body: 'broken' };
    if (dice < traits.refusing + traits.broken + traits.cut) return { connected: true };
    const number = Number(path.slice(1)) || 0;
    const links = [1, 2].map((child) => `<a href="/${2 * number + child}">${child}</a>`).join(' ');
    return { status: 200, body: `<title>${traits.host} ${number}</title><p>page ${number}</p>${links}` };
  }

  function refusal({ retryAfter, retryAfterMs }: Traits, status: number): Answer {
    if (retryAfter === 'none') return { status, body: '' };
    const at = new Date(clock.now() + retryAfterMs);
    // A date has whole seconds: what it asks for may be less by one.
    const exactMs =
      retryAfter === 'date' ? Math.floor(at.getTime() / 1_000) * 1_000 - clock.now() : retryAfterMs;
    const header = retryAfter === 'date' ? at.toUTCString() : String(retryAfterMs / 1_000);
    return { status, body: '', headers: { 'retry-after': header }, retryAfterMs: exactMs };
  }

  const fetcher: Fetcher = {
    ready: async () => undefined,
    ahead: () => undefined,
    addressOf: async () => undefined,
    async fetch({ url }): Promise<FetchResult> {
      const traits = byName.get(hostOf(url)) as Traits;
      const start = clock.monotonic() - started;
      const elapsedMs = Math.ceil(traits.latencyMs * (0.5 + random()));
      const path = new URL(url).pathname;
      const place = log.push({
        host: traits.host,
        start,
        end: Number.POSITIVE_INFINITY,
        isRobots: path === '/robots.txt',
      });
      await clock.sleep(elapsedMs);
      const { body = '', headers = {}, ...said } = answer(traits, path, start);
      log[place - 1] = { ...(log[place - 1] as LoggedRequest), ...said, end: start + elapsedMs };
      if (said.status === undefined) {
        const reason = said.connected === true ? 'reset' : 'connect';
        return { kind: 'error', reason, detail: 'as the test wants it', elapsedMs };
      }
      const bytes = new Uint8Array(Buffer.from(body));
      const type = { 'content-type': path === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8' };
      return {
        ...{ kind: 'response', status: said.status, headers: { ...type, ...headers }, body: bytes },
        ...{ truncated: false, wireBytes: bytes.length, elapsedMs },
      };
    },
  };
  return { fetcher, log };
}

function isIn(spell: readonly [number, number] | undefined, at: number): boolean {
  return spell !== undefined && at >= spell[0] && at < spell[1];
}
