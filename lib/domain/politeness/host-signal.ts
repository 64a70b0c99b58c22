import type { FetchResult } from '../../base/fetch/fetch-result.ts';
import type { FailureReason } from '../../base/fetch/outcome.ts';

/**
 * What an answer, or its absence, says about the host.
 * - `well`: the host answers. - `refusal`: the host asks to be left alone. - `unreachable`: no connection is possible.
 * - `trouble`: this request failed. After several such failures in a row, the host is taken for the cause, not the
 * page.
 */
export type HostSignal = 'well' | 'refusal' | 'unreachable' | 'trouble';

const failures: Readonly<Partial<Record<FailureReason, HostSignal>>> = {
  dns: 'unreachable',
  connect: 'unreachable',
  tls: 'unreachable',
  timeout: 'trouble',
  reset: 'trouble',
  protocol: 'trouble',
};

/** @param retryAfter whether the answer has a Retry-After: then a 5xx is a refusal, whose time is respected */
export function signalOfStatus(status: number, retryAfter = false): HostSignal {
  if (status === 429 || status === 503 || (status >= 500 && retryAfter)) return 'refusal';
  if (status === 408 || status >= 500 || status < 200) return 'trouble';
  return 'well';
}

/** Undefined: no request was sent, because our own settings refuse the address. */
export function signalOf(result: FetchResult): HostSignal | undefined {
  if (result.kind === 'error')
    return result.reason === 'address-refused' ? undefined : (failures[result.reason] ?? 'well');
  return signalOfStatus(result.status, result.headers['retry-after'] !== undefined);
}
