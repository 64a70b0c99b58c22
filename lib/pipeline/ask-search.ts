import { settingsFor } from '../domain/overrides.ts';
import { scopeOf } from '../domain/scope/scope.ts';
import { resultsAt, type SearchApi, searchRequest } from '../domain/seeds/search-api.ts';
import type { JobSettings } from '../domain/settings.ts';
import { timing } from '../domain/timing.ts';
import { type CanonicalUrl, canonicalise, hostOf } from '../domain/url.ts';
import type { Ports } from '../ports/ports.ts';
import { openCourier } from './courier.ts';
import { holdGates, releaseGates } from './hold-gates.ts';
import { refusal } from './words.ts';

/** What a search service answered to a query: URLs as it gave them, or why there are none, as a sentence. */
export type SearchAnswer = { readonly query: string } & (
  | { readonly urls: readonly string[] }
  | { readonly problem: string }
);

export interface SearchOptions {
  /** How long a query waits for the gate and the gap of the service, ms. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal;
}

type SearchPorts = Pick<Ports, 'clock' | 'entropy' | 'fetcher' | 'gates'>;

/** A gate that somebody holds is looked at again after this. */
const lookAgainMs = 1_000;

/**
 * Asks a search service, one query after the other, in their order: under the gates of the installation and the network
 * rules of the job, with the gap that its host has there. It is asked as a service of which somebody holds a key, not as a
 * site that is crawled: robots.txt is about crawlers. No redirect is followed, so that the key goes nowhere else.
 */
export async function* askSearch(
  ports: SearchPorts,
  settings: JobSettings,
  api: SearchApi,
  key: string,
  queries: readonly string[],
  options: SearchOptions,
): AsyncGenerator<SearchAnswer> {
  for (const query of queries) {
    const { url, headers } = searchRequest(api, query, key);
    const canonical = canonicalise(url);
    if (!canonical.ok) yield { query, problem: refusal(canonical.refusal) };
    else yield { query, ...(await answer(ports, settings, canonical.url, headers, api.results, options)) };
  }
}

type Answer = { readonly urls: readonly string[] } | { readonly problem: string };

async function answer(
  ports: SearchPorts,
  settings: JobSettings,
  url: CanonicalUrl,
  headers: Readonly<Record<string, string>>,
  results: string,
  { patienceMs, signal }: SearchOptions,
): Promise<Answer> {
  const { clock } = ports;
  const until = clock.monotonic() + patienceMs;
  for (;;) {
    if (signal?.aborted) return { problem: 'it was not asked for any more' };
    const step = await ask(ports, settings, url, headers, results, signal);
    if (!('wait' in step)) return step;
    const waitMs = Math.max(10, step.wait - clock.now());
    if (clock.monotonic() + waitMs > until)
      return { problem: `${hostOf(url)} may not be asked in time; its gap is politeness.waitIntervalHost` };
    await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}

/** Asks once, or says until when (epoch ms) it may not be asked. */
async function ask(
  ports: SearchPorts,
  job: JobSettings,
  url: CanonicalUrl,
  headers: Readonly<Record<string, string>>,
  results: string,
  signal: AbortSignal | undefined,
): Promise<Answer | { readonly wait: number }> {
  const { clock } = ports;
  const host = hostOf(url);
  const settings = settingsFor(job, url);
  const scope = scopeOf(settings).verdict({ url, depth: 0, hostHops: 0 });
  if (!scope.accepted && scope.rule === 'deny')
    return { problem: 'the deny list of the installation has its host' };
  const clockwork = timing(job.turn.maxMs);
  const { gapMs } = settings.politeness;
  const ticket = `search-${ports.entropy.id()}`;
  const started = clock.monotonic();
  const claimed = await holdGates(ports, host, settings, { ticket, leaseMs: clockwork.leaseMs, gapMs });
  if ('closed' in claimed) {
    const { notBefore, owner } = claimed.closed;
    return { wait: owner === undefined ? notBefore : Math.min(notBefore, clock.now() + lookAgainMs) };
  }
  const { hold } = claimed;
  const startBefore = started + clockwork.turnMs;
  const endBefore = startBefore + clockwork.requestMs;
  const limits = { timing: clockwork, startBefore, endBefore, host, gapMs, state: hold.state };
  const courier = openCourier(ports, settings, limits, signal);
  try {
    const result = await courier.request(url, { headers });
    if (result.kind === 'put-off') return { wait: result.until };
    if (result.kind === 'error') return { problem: `${result.reason}: ${result.detail}` };
    if (result.status !== 200) return { problem: `status ${result.status}` };
    return found(Buffer.from(result.body).toString(), results);
  } finally {
    await releaseGates(ports, hold, courier);
  }
}

function found(text: string, results: string): Answer {
  try {
    return { urls: resultsAt(JSON.parse(text), results) };
  } catch {
    return { problem: 'its answer is no JSON' };
  }
}
