import type { FetchResult } from '../fetch/fetch-result.ts';
import type { FailureReason } from '../fetch/outcome.ts';

/**
 * What an answer, or its absence, says about the host itself.
 * - `well`: it answers. - `refusal`: it asks to be left alone. - `unreachable`: it cannot be talked to.
 * - `trouble`: this request failed; of several in a row the host is the cause, not the page.
 * - `none`: it was not asked.
 */
export type HostSignal = 'well' | 'refusal' | 'unreachable' | 'trouble' | 'none';

const failures: Readonly<Partial<Record<FailureReason, HostSignal>>> = {
  dns: 'unreachable',
  connect: 'unreachable',
  tls: 'unreachable',
  timeout: 'trouble',
  reset: 'trouble',
  protocol: 'trouble',
  'address-refused': 'none',
};

/** @param retryAfter whether there is a Retry-After: whoever names a time wants it to be kept */
export function signalOfStatus(status: number, retryAfter = false): HostSignal {
  if (status === 429 || status === 503 || (status >= 500 && retryAfter)) return 'refusal';
  if (status === 408 || status >= 500 || status < 200) return 'trouble';
  return 'well';
}

export function signalOf(result: FetchResult): HostSignal {
  if (result.kind === 'error') return failures[result.reason] ?? 'well';
  return signalOfStatus(result.status, result.headers['retry-after'] !== undefined);
}
