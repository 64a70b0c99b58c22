import { canonicalise } from '../../base/url/canonicalise.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { resultsAt, type SearchApi, searchRequest } from '../../domain/seeds/search-api.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { formatRefusal } from '../base/format.ts';
import { askHost, type HostProblem, patiently, type Wait } from '../politeness/ask-host.ts';

/** The answer of a search service to a query: its URLs, unchanged, or why there are none, as a sentence. */
export type SearchAnswer = { readonly query: string } & ({ readonly urls: readonly string[] } | HostProblem);

export interface SearchOptions {
  /** How long a query may wait for the service's gate and gap, ms. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal;
}

type SearchPorts = Pick<Ports, 'jobs' | 'clock' | 'entropy' | 'fetcher' | 'gates'>;

/**
 * Asks a search service, one query after the other, in their order: under the gates of the installation, the network rules
 * of the job, and the gap of the service's host. The service is asked by the holder of its key, not crawled, so robots.txt,
 * which is about crawlers, does not apply. Redirects are not followed: the key goes to no other host.
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
    if (!canonical.ok) yield { query, problem: formatRefusal(canonical.refusal) };
    else yield { query, ...(await answer(ports, settings, canonical.url, headers, api.results, options)) };
  }
}

type Answer = { readonly urls: readonly string[] } | HostProblem;

async function answer(
  ports: SearchPorts,
  job: JobSettings,
  url: CanonicalUrl,
  headers: Readonly<Record<string, string>>,
  results: string,
  { patienceMs, signal }: SearchOptions,
): Promise<Answer> {
  const settings = settingsFor(job, url);
  const { gapMs } = settings.politeness;
  const ask = (): Promise<Answer | Wait> =>
    askHost(
      ports,
      { settings, url, by: 'search', gapMs, signal },
      async (session): Promise<Answer | Wait> => {
        const result = await session.request(url, { headers });
        if (result.kind === 'put-off') return { wait: result.until };
        if (result.kind === 'error') return { problem: `${result.reason}: ${result.detail}` };
        if (result.status !== 200) return { problem: `status ${result.status}` };
        return found(Buffer.from(result.body).toString(), results);
      },
    );
  const answered = await patiently(ports.clock, ports.clock.monotonic() + patienceMs, signal, ask);
  const late = { problem: `${hostOf(url)} may not be asked in time; its gap is politeness.waitIntervalHost` };
  return answered ?? late;
}

function found(text: string, results: string): Answer {
  try {
    return { urls: resultsAt(JSON.parse(text), results) };
  } catch {
    return { problem: 'its answer is no JSON' };
  }
}
