import { isOutage, WinnowError } from '../../base/error.ts';

/**
 * Hosts that a pass could not notify because their stored state is damaged. The pass continued with the other hosts.
 */
export interface Missed {
  readonly hosts: number;
  /** The first of these hosts, each with the error. */
  readonly first: readonly string[];
}

const maxNamed = 5;
const maxLength = 300;

/**
 * Runs a step of a pass for one host, so that a damaged host does not stop the pass.
 * @throws what `run` throws if that is an outage or an unexpected error: then the host need not be at fault
 * @returns the result of `run`; undefined, after a call of `add`, if the host is damaged
 * @param add absent: `winnow sanity` says enough
 */
export async function unlessDamaged<T>(
  host: string,
  run: () => Promise<T>,
  add: (missed: Missed) => void = () => undefined,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isOutage(error) || !(error instanceof WinnowError)) throw error;
    add({ hosts: 1, first: [`${host}: ${error.message}`.slice(0, maxLength)] });
    return undefined;
  }
}

/** Adds missed hosts to those before. */
export function withMissed(before: Missed | undefined, more: Missed): Missed {
  return {
    hosts: (before?.hosts ?? 0) + more.hosts,
    first: [...(before?.first ?? []), ...more.first].slice(0, maxNamed),
  };
}
